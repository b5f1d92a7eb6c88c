/** A closed day makes its receipts final, once nothing of them is open. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { recordRefund } from '#core/sales/orders/refunds/record-refund.server.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { storedOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import {
  actsOf,
  aTrackedProduct,
  connectToMetrc,
  receiptsIn,
  report,
  sell,
  startReports,
} from '#tests/support/state-shop.ts';

const fresh = freshShop(afterAll);

test('a receipt is final only once what is refused of its sale is decided, also if the day is closed at once', async () => {
  const ada = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  const metrc = await connectToMetrc();
  onTestFinished(() => metrc.stop());
  await startReports(fresh.db);
  const jar = await aTrackedProduct(fresh.db, metrc);
  const number = await sell(fresh.db, ada, [[jar, 2]]);
  await report();
  const { version } = await storedOrder(fresh.db, number);
  const refunded = await recordRefund(ada, number, {
    ...{ units: { amount: 1120 }, goods: 'kept', reason: 'Wrong jar', version },
  });
  expect(refunded.ok).toBe(true);
  await fresh.db.execute(sql`
    insert into day_closings (id, key, day, attempt, lots, units, open, note, closed_by, closed_by_name, created_at)
    select gen_random_uuid(), gen_random_uuid(), (now() at time zone 'America/New_York')::date, 1, 1, 1, '[]', '',
      ${ada.userId}, 'Ada Owner', now() + interval '1 second'`);
  metrc.faults.next.push({ kind: 'refusal', method: 'PUT', path: '/sales/v2/receipts' });
  await report();
  const final = async () =>
    (await actsOf(fresh.db)).filter((line) => line.startsWith('day-closed') && line.includes(number));
  expect(await final()).toEqual([`day-closed waiting ${number}`]);
  await fresh.db.execute(sql`update state_acts set status = 'waiting', answer = '' where status = 'refused'`);
  await report();
  expect(receiptsIn(metrc)).toEqual([`${number}: 2 of ${jar.tag.slice(-3)} $80.00`]);
  await report();
  expect(await final()).toEqual([`day-closed sent ${number}`]);
});
