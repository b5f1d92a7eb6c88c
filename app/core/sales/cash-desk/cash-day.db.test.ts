/**
 * The report of a day equals the books and the receipts of that day, and what came into the drawers is what left them,
 * whatever is sold, edited, refunded, moved and counted, at any minute, across both changes of the clock and past midnight.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { foldSales } from '#core/records/analytics/fold-sales.server.ts';
import { readBooks } from '#core/records/books/books-queries.server.ts';
import { sumOfCash } from '#core/records/books/figures.ts';
import { eachReceipt } from '#core/records/books/receipts-queries.server.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { recordRefund } from '#core/sales/orders/refunds/record-refund.server.ts';
import { drawerSessions } from '#db/schema/cash-desk.ts';
import { drawerEntryKinds } from '#kernel/statuses.ts';
import { storeDate } from '#kernel/time.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aMug, anOrder, bringTo, edit, roundCash, storedOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { type CashDay, takenOn, totalsOf } from './cash-day.ts';
import { readCashDay } from './cash-day-queries.server.ts';
import { cashDayRows } from './cash-day-rows.ts';
import { countDrawer } from './count-drawer.server.ts';
import { expectedOf } from './drawer.ts';
import { drawerCash, openSession } from './drawer-cash-queries.server.ts';
import { exportCashDay } from './export-cash-day.server.ts';
import { openDrawer } from './open-drawer.server.ts';
import { recordEntry } from './record-entry.server.ts';

const zone = 'America/New_York';
const fresh = freshShop(afterAll);
let ada: SignedIn;
let kim: SignedIn;
let customer: SignedIn;
let mug: number;
beforeAll(async () => {
  ada = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  kim = await aPerson(fresh.db, { role: 'staff', name: 'Kim Reyes' });
  customer = await aPerson(fresh.db);
  mug = await aMug(fresh.db, { onHand: 5000, retailPrice: 1697 });
});

/** At 2 AM clocks skip an hour on Mar 14, 2027 and repeat it on Nov 7. */
const changes = ['2027-03-14T07:00:00Z', '2027-11-07T06:00:00Z'] as const;
const act = fc.oneof(
  fc.record({ kind: fc.constant('open' as const), float: fc.nat(30_000) }),
  fc.record({
    kind: fc.constant('sell' as const),
    units: fc.integer({ min: 1, max: 3 }),
    edited: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('sell' as const),
    units: fc.integer({ min: 1, max: 3 }),
    edited: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('refund' as const), nth: fc.nat(20), units: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ kind: fc.constant('round' as const), roundsCash: fc.boolean() }),
  fc.record({
    kind: fc.constant('move' as const),
    entry: fc.constantFrom(...drawerEntryKinds),
    amount: fc.integer({ min: 1, max: 9000 }),
  }),
  fc.record({
    kind: fc.constant('count' as const),
    off: fc.constantFrom(0, 0, 137, -499),
    passes: fc.boolean(),
  }),
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;
const story = fc.record({
  change: fc.constantFrom(...changes),
  acts: fc.array(fc.record({ minute: fc.integer({ min: -2500, max: 2500 }), act }), {
    minLength: 6,
    maxLength: 14,
  }),
});

const sold: string[] = [];

async function live(what: Act, at: Temporal.Instant, by: SignedIn): Promise<void> {
  const key = randomUUID();
  const open = await openSession(fresh.db);
  if (what.kind === 'round') await roundCash(fresh.db, ada, what.roundsCash);
  if (what.kind === 'open') await openDrawer(by, { key, amount: what.float, pieces: null }, at);
  if (what.kind === 'sell') {
    const number = await anOrder(customer, [[mug, what.units]]);
    if (what.edited) await edit(fresh.db, ada, number, { to: [[mug, what.units + 1]] });
    await bringTo(ada, number, 'ready');
    const { version, total } = await storedOrder(fresh.db, number);
    const input = { version, key, nameMatches: false, cashReceived: total + 2 } as never;
    expect(await handOverOrder(by, number, input, at)).toMatchObject({ ok: true });
    sold.push(number);
  }
  const again = what.kind === 'refund' ? sold[what.nth % Math.max(1, sold.length)] : undefined;
  if (what.kind === 'refund' && again) {
    const { version, items } = await storedOrder(fresh.db, again);
    const units = new Map(items.map(({ id, quantity }) => [id, Math.min(quantity, what.units)]));
    await recordRefund(ada, again, { units, goods: 'kept', reason: 'Broken', version }, at);
  }
  if (!open) return;
  const sessionId = open.id;
  if (what.kind === 'move')
    await recordEntry(by, { key, sessionId, kind: what.entry, amount: what.amount, reason: 'Change' }, at);
  if (what.kind === 'count') {
    const amount = Math.max(0, expectedOf(await drawerCash(fresh.db, open)) + what.off);
    const next = open.holderId === kim.userId ? ada : kim;
    const count = { key, sessionId, amount, pieces: null, next: what.passes ? next.userId : null };
    await countDrawer(by, count, at);
  }
}

async function booksOf(day: Temporal.PlainDate) {
  const books = await readBooks(ada, { days: { from: day, to: day }, zone, today: day });
  return sumOfCash(books?.figures.cash ?? []);
}

async function receiptsOf(day: Temporal.PlainDate) {
  const sum = async (kind: 'taken' | 'returned') => {
    const filters = { from: day.toString(), to: day.toString(), kind };
    const sums = { amount: 0, rounding: 0 };
    for await (const row of eachReceipt(ada, { filters, sort: '-at', position: null }, zone) ?? []) {
      sums.amount += row.amount;
      sums.rounding += row.rounding;
    }
    return sums;
  };
  const [taken, returned] = [await sum('taken'), await sum('returned')];
  const rounding = taken.rounding - returned.rounding;
  const cash = taken.amount - returned.amount + rounding;
  return { taken: taken.amount, returned: returned.amount, rounding, cash };
}

function expectBalanced(report: CashDay): void {
  const totals = totalsOf(report);
  expect(totals.carriedIn + expectedOf(totals)).toBe(totals.expected + totals.carriedOut);
  const inDrawers = totals.sales - totals.refunds + totals.rounding;
  expect(inDrawers + report.outside.sales - report.outside.refunds).toBe(takenOn(report).cash);
}

test('the report of each day equals books and receipts, and its drawers balance', {
  timeout: 240_000,
}, async () => {
  let [days, rounded] = [0, 0];
  await roundCash(fresh.db, ada, true);
  await fc.assert(
    fc.asyncProperty(story, async ({ change, acts }) => {
      const start = Temporal.Instant.from(change);
      for (const { minute, act } of acts.toSorted((one, other) => one.minute - other.minute))
        await live(act, start.add({ minutes: minute }), minute % 2 === 0 ? kim : ada);
      await foldSales();
      const open = await openSession(fresh.db);
      const middle = storeDate(start, zone);
      let carried: number | null = null;
      for (let nth = -2; nth <= 2; nth++) {
        const day = middle.add({ days: nth });
        const report = await readCashDay(ada, day);
        if (!report) throw new Error('no report');
        expectBalanced(report);
        expect(takenOn(report)).toEqual(await booksOf(day));
        expect(await receiptsOf(day)).toEqual(takenOn(report));
        rounded += Math.abs(takenOn(report).rounding);
        const totals = totalsOf(report);
        if (carried !== null) expect(totals.carriedIn).toBe(carried);
        carried = totals.carriedOut;
        days += report.drawers.length;
      }
      // The next story starts with a closed drawer.
      if (open) await live({ kind: 'count', off: 0, passes: false }, start.add({ minutes: 2501 }), ada);
      const left = await openSession(fresh.db);
      if (left) {
        await live({ kind: 'move', entry: 'pay-in', amount: 100_000 }, start.add({ minutes: 2502 }), ada);
        await live({ kind: 'count', off: 0, passes: false }, start.add({ minutes: 2503 }), ada);
      }
      expect(await openSession(fresh.db)).toBeNull();
    }),
    { numRuns: 10, endOnFailure: true },
  );
  expect(days).toBeGreaterThan(10);
  expect(rounded).toBeGreaterThan(0);
  expect(await checkInvariants(fresh.db)).toEqual([]);
  const sessions = await fresh.db.select().from(drawerSessions);
  expect(sessions.length).toBeGreaterThan(3);
});

test('a day without cash has an empty report, and the rows of a file add up to its cash', async () => {
  const day = Temporal.PlainDate.from('2027-05-05');
  expect(await readCashDay(ada, day)).toMatchObject({ drawers: [], people: [], entries: [] });
  const at = Temporal.Instant.from('2027-05-06T15:00:00Z');
  await openDrawer(kim, { key: randomUUID(), amount: 10_000, pieces: null }, at);
  await live({ kind: 'sell', units: 2, edited: false }, at, kim);
  await live({ kind: 'count', off: -499, passes: true }, at.add({ hours: 1 }), kim);
  const report = await readCashDay(ada, day.add({ days: 1 }));
  if (!report) throw new Error('no report');
  const rows = cashDayRows(report);
  const { cash } = takenOn(report);
  const value = (section: string, figure: string) =>
    rows.find((row) => row.section === section && row.figure === figure)?.value;
  expect(value('Day', 'Cash')).toBe((cash / 100).toFixed(2));
  expect(value('Day', 'Over or short')).toBe('-4.99');
  // The person who closed a drawer does not read what the next one holds.
  const now = at.add({ hours: 2 });
  expect(await readCashDay(kim, day.add({ days: 1 }), now)).toBeNull();
  await live({ kind: 'count', off: 0, passes: false }, now, kim);
  expect(await readCashDay(kim, day.add({ days: 1 }), now)).not.toBeNull();
  expect(await readCashDay(kim, day, now)).toBeNull();
  expect(await readCashDay(customer, day.add({ days: 1 }), now)).toBeNull();
  expect(await exportCashDay(kim, day.add({ days: 1 }), 'csv', now)).toMatchObject({ ok: false });
  expect(await exportCashDay(kim, day.add({ days: 1 }), 'pdf', now)).toMatchObject({ ok: true });
});
