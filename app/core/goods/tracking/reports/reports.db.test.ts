/** What happened in the shop arrives at the stand-in for Metrc: once, in order, whatever is lost on the way. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countLot } from '#core/goods/stock/lots/count-lot.server.ts';
import { declareSilence } from '#core/goods/stock/outage/declare-silence.server.ts';
import { enterEntries } from '#core/goods/stock/outage/enter-entries.server.ts';
import { readOutages } from '#core/goods/stock/outage/outage-queries.server.ts';
import { moveToWaste } from '#core/goods/stock/waste/move-to-waste.server.ts';
import { trackingSystem } from '#core/goods/tracking/open-tracking.server.ts';
import { planReports } from '#core/goods/tracking/reports/plan-acts.server.ts';
import { sendActs } from '#core/goods/tracking/reports/send-acts.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { exchangeUnits } from '#core/sales/orders/exchange/exchange-units.server.ts';
import { recordRefund } from '#core/sales/orders/refunds/record-refund.server.ts';
import { inTransaction } from '#db/client.ts';
import { systemClock } from '#kernel/time.ts';
import type { Metrc } from '#seed/metrc/start-metrc.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { storedOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import {
  actsOf,
  allTerms,
  aTrackedProduct,
  connectToMetrc,
  drift,
  endActs,
  receiptsIn,
  report,
  sell,
  startReports,
} from '#tests/support/state-shop.ts';
import { aWitness } from '#tests/support/witness.ts';

const fresh = freshShop(afterAll);
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

const refund = async (orderId: string, more: object = {}) => {
  const { version } = await storedOrder(fresh.db, orderId);
  const done = await recordRefund(ada, orderId, {
    ...{ units: 'all', goods: 'returned', reason: 'Wrong jar', version, ...more },
  });
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
};

test('a hand-over becomes one receipt, however often it is planned and sent', async () => {
  await startReports(fresh.db);
  const [jar, pack] = [await aTrackedProduct(fresh.db, metrc), await aTrackedProduct(fresh.db, metrc)];
  const number = await sell(fresh.db, ada, [
    [jar, 2],
    [pack, 1],
  ]);
  await Promise.all([report(), report()]);
  await report();
  expect(receiptsIn(metrc)).toEqual([
    `${number}: 2 of ${jar.tag.slice(-3)} $90.00, 1 of ${pack.tag.slice(-3)} $45.00`,
  ]);
  expect(await actsOf(fresh.db, last)).toEqual([`sale sent ${number}`]);
  expect(await drift(fresh.db, metrc)).toEqual([]);
});

test('an exchange arrives as a return to its package, waste, and a sale of its own; the first sale stays', async () => {
  await startReports(fresh.db);
  const [jar, other] = [await aTrackedProduct(fresh.db, metrc), await aTrackedProduct(fresh.db, metrc)];
  const number = await sell(fresh.db, ada, [[jar, 2]]);
  await report();
  const { version, items } = await storedOrder(fresh.db, number);
  const done = await exchangeUnits(ada, number, {
    ...{ key: randomUUID(), version, reason: 'Wrong jar', due: 0, cashReceived: 0, id: null },
    ...{
      back: { itemId: items[0]?.id ?? '', quantity: 1 },
      out: { productId: other.productId, quantity: 1 },
    },
  });
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
  await report();
  await report();
  expect(receiptsIn(metrc).sort()).toEqual([
    `${number}: 2 of ${end(jar.tag)} $90.00`,
    `${done.value.number}: 1 of ${end(other.tag)} $45.00`,
  ]);
  expect(await actsOf(fresh.db, last)).toEqual([
    `sale sent ${number}`,
    ...['adjustment sent 1', 'adjustment sent -1'],
    `sale sent ${done.value.number}`,
  ]);
  expect(await drift(fresh.db, metrc)).toEqual([]);
});

const end = (tag: string) => tag.slice(-3);
const count = async ({ lotId }: { lotId: number }, counted: number, reason: 'count' | 'theft' = 'count') => {
  const { rows } = await fresh.db.execute<{ onHand: number }>(
    sql`select on_hand as "onHand" from lots where id = ${lotId}`,
  );
  const expected = rows[0]?.onHand ?? 0;
  const done = await countLot(ada, { lotId, counted, expected, reason, note: 'Seen' });
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
};
/** Adjustments of the stand-in: '-1 of 003, Waste, Broken (Farmgate 4)'. */
const adjustments = () =>
  metrc.state.adjustments.map(
    ({ quantity, label, reason, note }) => `${quantity} of ${end(label)}, ${reason}, ${note}`,
  );

describe('what comes back', () => {
  test('as a whole on the same day voids the receipt, and is destroyed by an adjustment', async () => {
    await startReports(fresh.db);
    const jar = await aTrackedProduct(fresh.db, metrc);
    const number = await sell(fresh.db, ada, [[jar, 2]]);
    await report();
    await refund(number);
    await report();
    expect(receiptsIn(metrc)).toEqual([]);
    expect(adjustments()).toEqual([expect.stringMatching(`^-2 of ${end(jar.tag)}, Waste, .*Farmgate`)]);
    expect(await drift(fresh.db, metrc)).toEqual([]);
  });

  test('before the sale was sent is reported in its order all the same', async () => {
    await startReports(fresh.db);
    const jar = await aTrackedProduct(fresh.db, metrc);
    const number = await sell(fresh.db, ada, [[jar, 2]]);
    await refund(number);
    await report();
    expect(await actsOf(fresh.db, last)).toEqual([
      `sale sent ${number}`,
      `sale-voided sent ${number}`,
      'adjustment sent -2',
    ]);
    expect(receiptsIn(metrc)).toEqual([]);
    expect(await drift(fresh.db, metrc)).toEqual([]);
  });

  test('as money for goods that stay with the customer changes the amount of the receipt', async () => {
    await startReports(fresh.db);
    const jar = await aTrackedProduct(fresh.db, metrc);
    const number = await sell(fresh.db, ada, [[jar, 2]]);
    await report();
    await refund(number, { units: { amount: 1120 }, goods: 'kept' });
    await report();
    expect(receiptsIn(metrc)).toEqual([`${number}: 2 of ${end(jar.tag)} $80.00`]);
    expect(await drift(fresh.db, metrc)).toEqual([]);
  });
});

describe('units that change otherwise', () => {
  test('are adjustments with the state’s reason and a mark of ours, one package after the other', async () => {
    await startReports(fresh.db);
    const jar = await aTrackedProduct(fresh.db, metrc);
    await count(jar, 8);
    await count(jar, 9);
    await count(jar, 8, 'theft');
    const waste = {
      key: crypto.randomUUID(),
      lotId: jar.lotId,
      units: 1,
      weightMg: null,
      witness: await aWitness(fresh.db, 'Bo Tran'),
    };
    await moveToWaste(ada, { ...waste, reason: 'damaged', note: '' });
    await report();
    expect(adjustments()).toEqual([
      expect.stringMatching(/^-2 of .*, Waste, Seen.*Farmgate \d+/),
      expect.stringMatching(/^1 of /),
      expect.stringMatching(/^-1 of .*, Theft, /),
      expect.stringMatching(/^-1 of .*, Waste, Damaged/),
    ]);
    expect(await drift(fresh.db, metrc)).toEqual([]);
  });

  test('before the first day that is reported are not, and a lot without a tag is a task that the tag cures', async () => {
    const jar = await aTrackedProduct(fresh.db, metrc);
    await fresh.db.execute(sql`update lots set package_tag = null where id = ${jar.lotId}`);
    await count(jar, 9);
    await startReports(fresh.db, '2099-01-01');
    await report();
    expect(await actsOf(fresh.db, last)).toEqual([]);
    await startReports(fresh.db);
    await report();
    const [act] = (await actsOf(fresh.db, last)).filter((line) => line.includes('refused'));
    expect(act).toContain('no package tag');
    await fresh.db.execute(
      sql`update lots set package_tag = ${jar.tag.toLowerCase()} where id = ${jar.lotId}`,
    );
    await fresh.db.execute(
      sql`update state_acts set status = 'waiting', answer = '' where status = 'refused'`,
    );
    await report();
    expect(metrc.state.packages[jar.tag]?.quantity).toBe(9);
  });
});

describe('an answer that is lost', () => {
  test.each([
    ['after the receipt was taken', 'cut-after-taking'],
    ['before', 'error-500'],
  ] as const)('%s leads to one receipt', async (_, kind) => {
    await startReports(fresh.db);
    const jar = await aTrackedProduct(fresh.db, metrc);
    const number = await sell(fresh.db, ada, [[jar, 1]]);
    metrc.faults.next.push({ kind, method: 'POST', path: '/sales/v2/receipts' });
    await report();
    expect(await actsOf(fresh.db, last)).toEqual([expect.stringContaining(`sale sending ${number}`)]);
    await sell(fresh.db, ada, [[jar, 1]]);
    await report();
    await report(40);
    await report();
    expect(Object.values(metrc.state.receipts)).toHaveLength(2);
    expect(await drift(fresh.db, metrc)).toEqual([]);
  });

  test('of an adjustment leads to one adjustment, also when another of the same size follows', async () => {
    await startReports(fresh.db);
    const jar = await aTrackedProduct(fresh.db, metrc);
    await count(jar, 9);
    metrc.faults.next.push({ kind: 'cut-after-taking', method: 'POST', path: '/packages/v2/adjust' });
    await report();
    await count(jar, 8);
    await report(40);
    await report();
    expect(adjustments()).toHaveLength(2);
    expect(await drift(fresh.db, metrc)).toEqual([]);
  });

  test('because the process ended before it asked is no sale that is forgotten', async () => {
    await startReports(fresh.db);
    const jar = await aTrackedProduct(fresh.db, metrc);
    const number = await sell(fresh.db, ada, [[jar, 1]]);
    metrc.faults.downUntil = new Date(Date.now() + 60_000);
    await report();
    await fresh.db.execute(sql`update state_acts set status = 'sending', due_at = now() where id > ${last}`);
    metrc.faults.downUntil = null;
    await report(1);
    expect(receiptsIn(metrc)).toEqual([`${number}: 1 of ${end(jar.tag)} $45.00`]);
  });
});

test('a run that is stopped for minutes before its call sends nothing that another has sent since', async () => {
  await startReports(fresh.db);
  const jar = await aTrackedProduct(fresh.db, metrc);
  const number = await sell(fresh.db, ada, [[jar, 1]]);
  await planReports();
  const system = await trackingSystem();
  if (!system) throw new Error('not connected');
  const stopped: typeof system = {
    ...system,
    async report(acts, mayBegin) {
      await report(40);
      return system.report(acts, mayBegin);
    },
  };
  await sendActs(stopped, allTerms);
  await report(120);
  expect(receiptsIn(metrc)).toEqual([`${number}: 1 of ${end(jar.tag)} $45.00`]);
  expect(await actsOf(fresh.db, last)).toEqual([`sale sent ${number}`]);
});

test('a refusal is a task in the state’s words, and holds up no other package', async () => {
  await startReports(fresh.db);
  const [jar, pack] = [await aTrackedProduct(fresh.db, metrc), await aTrackedProduct(fresh.db, metrc)];
  const there = metrc.state.packages[jar.tag];
  if (there) there.quantity = 1;
  const refused = await sell(fresh.db, ada, [[jar, 2]]);
  const sold = await sell(fresh.db, ada, [[pack, 1]]);
  await report();
  expect(await actsOf(fresh.db, last)).toEqual([
    expect.stringMatching(`sale refused ${refused} .*exceeds the 1 Each`),
    `sale sent ${sold}`,
  ]);
});

test('five silent minutes are an outage, the first answer ends it, and its entries are ticked when they are sent', async () => {
  await startReports(fresh.db);
  const jar = await aTrackedProduct(fresh.db, metrc);
  metrc.faults.downUntil = new Date(Date.now() + 3_600_000);
  await sell(fresh.db, ada, [[jar, 1]]);
  await report();
  const outages = async () =>
    (
      await fresh.db.execute<{ line: string }>(sql`
        select declared_by_name || case when ended_at is null then ' open ' else ' ended ' end || (
          select count(*) from outage_entries where outage_id = state_outages.id) as line
        from state_outages order by number`)
    ).rows.map(({ line }) => line);
  expect(await outages()).toEqual([]);
  await fresh.db.execute(sql`update state_reporting set silent_since = now() - interval '5 minutes'`);
  await report(40);
  expect(await outages()).toEqual(['The shop open 0']);
  await report();
  const { rows: entries } = await fresh.db.execute<{ id: number }>(
    sql`select ledger_id::int as id from state_act_rows where act_id > ${last}`,
  );
  const byHand = { number: 1, entries: entries.map(({ id }) => id), entered: true };
  expect(await enterEntries(ada, byHand)).toEqual({ ok: false, problem: { kind: 'shop-reports' } });
  // Each minute that it stays silent asks again.
  for (let minute = 0; minute < 3; minute++)
    await inTransaction((tx) => declareSilence(tx, systemClock(), systemClock()));
  // Of this sale people enter nothing, and nothing is said to be there yet. Earlier tests are within the five minutes.
  const [silent] = (await readOutages(ada, 'America/New_York')) ?? [];
  expect(silent).toMatchObject({ left: (silent?.total ?? 0) - 1, waiting: 1 });
  metrc.faults.downUntil = null;
  await report(120);
  expect(await outages()).toEqual(['The shop ended 1']);
  expect(await readOutages(ada, 'America/New_York')).toMatchObject([{ left: silent?.left, waiting: 0 }]);
  // However often the shop asked in vain, the next outage has the next number.
  metrc.faults.downUntil = new Date(Date.now() + 3_600_000);
  await sell(fresh.db, ada, [[jar, 1]]);
  await report();
  await fresh.db.execute(sql`update state_reporting set silent_since = now() - interval '5 minutes'`);
  await report(40);
  expect(await readOutages(ada, 'America/New_York')).toMatchObject([{ number: 2 }, { number: 1 }]);
  metrc.faults.downUntil = null;
  await report(120);
  expect(receiptsIn(metrc)).toHaveLength(2);
});
