/** What the shop cannot report becomes a task of a person, and is neither sent for ever nor forgotten. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { recordRefund } from '#core/sales/orders/refunds/record-refund.server.ts';
import type { Metrc } from '#seed/metrc/start-metrc.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { storedOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import {
  actsOf,
  aTrackedProduct,
  connectToMetrc,
  endActs,
  receiptsIn,
  reconnect,
  report,
  sell,
  startReports,
} from '#tests/support/state-shop.ts';
import { markEntered, retryAct } from './resolve-act.server.ts';

const fresh = freshShop(afterAll);
let ada: SignedIn;
let metrc: Metrc;
/** The last act before the test. */
let last = 0;
const HOUR = 3600;

beforeAll(async () => {
  ada = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
});
beforeEach(async () => {
  last = await endActs(fresh.db);
  await fresh.db.execute(sql`update lots set package_tag = null`);
  await startReports(fresh.db);
  metrc = await connectToMetrc();
  return () => metrc.stop();
});

const posts = () => metrc.calls.filter(({ method }) => method === 'POST').length;
const aSale = async () => sell(fresh.db, ada, [[await aTrackedProduct(fresh.db, metrc), 1]]);

test('a sale at which the state’s system fails each time is a task after ten tries, with longer and longer pauses', async () => {
  const number = await aSale();
  metrc.faults.next.push({ kind: 'error-500', method: 'POST', path: '/sales/v2/receipts', times: 100 });
  for (let minute = 0; minute < 10; minute++) await report(minute * 60);
  expect(posts()).toBeLessThan(7);
  for (let hour = 1; hour < 30; hour++) await report(hour * HOUR);
  expect(posts()).toBe(10);
  expect(await actsOf(fresh.db, last)).toEqual([
    expect.stringMatching(`^sale refused ${number} 10 tries ended without an answer`),
  ]);
});

test('what could not be sent at all is no try', async () => {
  await aSale();
  // A port at which nothing listens.
  reconnect('http://127.0.0.1:9');
  await report();
  const { rows } = await fresh.db.execute(sql`select status, tries from state_acts where id > ${last}`);
  expect(rows).toEqual([{ status: 'waiting', tries: 0 }]);
});

test('a sale that was entered by hand is voided by hand: its return is a task, and its day’s close is none', async () => {
  const product = await aTrackedProduct(fresh.db, metrc);
  const there = metrc.state.packages[product.tag];
  if (there) there.quantity = 1;
  const number = await sell(fresh.db, ada, [[product, 2]]);
  await report();
  expect(await markEntered(ada, last + 1, { receipt: '0000123456', note: '' })).toMatchObject({ ok: true });
  const { version } = await storedOrder(fresh.db, number);
  await recordRefund(ada, number, { units: 'all', goods: 'returned', reason: 'Wrong jar', version });
  await fresh.db.execute(sql`
    insert into state_acts (source, kind, sale_id, happened_at) values ('close', 'day-closed', ${last + 1}, now())`);
  await report();
  const acts = await actsOf(fresh.db, last);
  expect(acts.find((line) => line.startsWith('sale-voided'))).toMatch(/^sale-voided refused .* by hand/);
  expect(acts.find((line) => line.startsWith('day-closed'))).toMatch(/^day-closed skipped/);
});

test('2,000 acts that wait for a refused sale hold up no other', async () => {
  await fresh.db.execute(sql`
    with sale as (
      insert into state_acts (source, kind, status, happened_at) values ('test', 'sale', 'refused', now()) returning id
    ) insert into state_acts (source, kind, sale_id, happened_at)
      select 'test ' || nth, 'day-closed', sale.id, now() from sale, generate_series(1, 2000) as nth`);
  const number = await aSale();
  await report();
  expect((await actsOf(fresh.db, last)).at(-1)).toBe(`sale sent ${number}`);
});

test('a sale that may be on record, and cannot be looked up for hours, is a task; its retry looks first', async () => {
  const number = await aSale();
  metrc.faults.next.push({ kind: 'cut-after-taking', method: 'POST', path: '/sales/v2/receipts' });
  metrc.faults.next.push({ kind: 'html', method: 'GET', times: 2 });
  await report();
  await report(HOUR);
  expect(await actsOf(fresh.db, last)).toEqual([expect.stringMatching(`^sale sending ${number}`)]);
  await report(5 * HOUR);
  const [line] = await actsOf(fresh.db, last);
  expect(line).toMatch(`sale refused ${number} An answer was lost`);
  expect(await retryAct(ada, last + 1)).toMatchObject({ ok: true });
  await report();
  expect(await actsOf(fresh.db, last)).toEqual([`sale sent ${number}`]);
  expect(receiptsIn(metrc)).toHaveLength(1);
});
