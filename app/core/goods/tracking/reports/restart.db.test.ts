/** What waits when reporting stops is entered by hand, so it is never sent: not later, and not to another license. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { recordRefund } from '#core/sales/orders/refunds/record-refund.server.ts';
import { stateReasons } from '#kernel/statuses.ts';
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
  report,
  sell,
  startReports,
} from '#tests/support/state-shop.ts';
import { planReports } from './plan-acts.server.ts';
import { reportToState } from './report-to-state.server.ts';
import { lookUpAllFirst, startReporting, stopReporting } from './start-reporting.server.ts';

const fresh = freshShop(afterAll);
const reasons = Object.fromEntries(stateReasons.map((reason) => [reason, 'Waste']));
let ada: SignedIn;
let metrc: Metrc;
/** The last act before the test. */
let last = 0;

beforeAll(async () => {
  ada = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
});
beforeEach(async () => {
  last = await endActs(fresh.db);
  await fresh.db.execute(sql`update lots set package_tag = null`);
  metrc = await connectToMetrc();
  return () => metrc.stop();
});

const startToday = async (isFromNow = false) => {
  const { today } = await storeClock();
  const started = await startReporting(ada, { day: today, isFromNow, reasons });
  if (!started.ok) throw new Error(JSON.stringify(started.problem));
};

test.each(['waiting', 'sending'])(
  'what is %s when reporting stops is not sent when it starts from a later day',
  async (status) => {
    await startReports(fresh.db);
    const number = await sell(fresh.db, ada, [[await aTrackedProduct(fresh.db, metrc), 1]]);
    await planReports();
    await stopReporting(ada);
    // Yesterday, and staff have entered it since.
    await fresh.db.execute(sql`
    update state_acts set happened_at = happened_at - interval '1 day', status = ${status} where id > ${last}`);
    const today = await sell(fresh.db, ada, [[await aTrackedProduct(fresh.db, metrc), 1]]);
    await startToday();
    await report();
    expect(await actsOf(fresh.db, last)).toEqual([
      `sale skipped ${number} It happened before the first day that the shop reports.`,
      `sale sent ${today}`,
    ]);
    expect(receiptsIn(metrc)).toHaveLength(1);
  },
);

test('nothing is sent after reporting stopped, though a run of the job is under way', async () => {
  await startReports(fresh.db);
  const jar = await aTrackedProduct(fresh.db, metrc);
  // Two calls: each package one after the other.
  for (const units of [1, 2]) await sell(fresh.db, ada, [[jar, units]]);
  metrc.faults.next.push({ kind: 'slow', method: 'POST', path: '/sales/v2/receipts' });
  metrc.faults.slowByte = 80;
  const running = reportToState(3000, 10);
  await expect
    .poll(async () => (await actsOf(fresh.db, last))[0], { timeout: 5000 })
    .toMatch(/^sale sending/);
  await stopReporting(ada);
  await running;
  expect(receiptsIn(metrc)).toHaveLength(1);
  expect((await actsOf(fresh.db, last)).at(-1)).toMatch(/^sale waiting/);
});

test('a restored shop asks whether what waited in the backup was sent since, and sends what was not', async () => {
  await startReports(fresh.db);
  const [jar, pack] = [await aTrackedProduct(fresh.db, metrc), await aTrackedProduct(fresh.db, metrc)];
  const sent = await sell(fresh.db, ada, [[jar, 1]]);
  await report();
  const unsent = await sell(fresh.db, ada, [[pack, 1]]);
  await planReports();
  // As they were when the backup was made.
  await fresh.db.execute(sql`
    update state_acts set status = 'waiting', sent_at = null, state_id = null, tries = 0 where id > ${last}`);
  await lookUpAllFirst();
  await report();
  expect(await actsOf(fresh.db, last)).toEqual([`sale sent ${sent}`, `sale sent ${unsent}`]);
  expect(receiptsIn(metrc)).toHaveLength(2);
});

test('a shop that reports from now on leaves the morning to people', async () => {
  const [jar, pack] = [await aTrackedProduct(fresh.db, metrc), await aTrackedProduct(fresh.db, metrc)];
  await fresh.db.execute(sql`update state_reporting set is_on = false`);
  await sell(fresh.db, ada, [[jar, 1]]);
  await startToday(true);
  const number = await sell(fresh.db, ada, [[pack, 1]]);
  await report();
  expect(await actsOf(fresh.db, last)).toEqual([`sale sent ${number}`]);
});

test('what is of another license is a task, and nothing of it reaches the new one', async () => {
  await startReports(fresh.db);
  await fresh.db.execute(
    sql`update state_reporting set place = 'api-ny.metrc.com, license OCM-MICR-24-000009'`,
  );
  const [jar, pack] = [await aTrackedProduct(fresh.db, metrc), await aTrackedProduct(fresh.db, metrc)];
  const [sold, planned] = [await sell(fresh.db, ada, [[jar, 1]]), await sell(fresh.db, ada, [[jar, 1]])];
  await planReports();
  await fresh.db.execute(sql`
    update state_acts set status = 'sent', sent_at = now(), state_id = '7' where receipt_number = ${sold}`);
  await stopReporting(ada);
  await startToday();
  const { version } = await storedOrder(fresh.db, sold);
  const back = { units: 'all', goods: 'returned', reason: 'Wrong jar', version } as const;
  expect(await recordRefund(ada, sold, back)).toMatchObject({ ok: true });
  const number = await sell(fresh.db, ada, [[pack, 1]]);
  await report();
  const acts = await actsOf(fresh.db, last);
  expect(acts.filter((line) => line.includes('another license')).map((line) => line.slice(0, 30))).toEqual([
    expect.stringContaining(`sale refused ${planned}`),
    expect.stringContaining(`sale-voided refused ${sold}`),
  ]);
  expect(acts).toContainEqual(`sale sent ${number}`);
  expect(receiptsIn(metrc)).toHaveLength(1);
});
