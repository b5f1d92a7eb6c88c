/** A day that has not ended, beside the day before it: cards, chart and table of both count the same hours. */
import { eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { orders } from '#db/schema/orders.ts';
import { storeDate } from '#kernel/time.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aMug, anOrder, openForOrders } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { drawRevenue } from './draw-revenue.ts';
import { foldSales } from './fold-sales.server.ts';
import { rangeOf, untilSameTime } from './range.ts';
import { readReport } from './report.ts';
import { readAnalytics } from './report-queries.server.ts';

const zone = 'America/New_York';

let fresh: FreshDatabase;
let admin: SignedIn;
beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  admin = await aPerson(fresh.db, { role: 'admin' });
  const mug = await aMug(fresh.db, { onHand: 100 });
  for (const at of [
    // An ordinary day and the one after it, to half past two and a second.
    ...['2026-11-23T00:00:00-05:00', '2026-11-23T14:30:00-05:00', '2026-11-23T14:30:01-05:00'],
    ...['2026-11-24T14:00:00-05:00', '2026-11-24T14:10:00-05:00', '2026-11-24T14:30:00-05:00'],
    // A day with one o'clock twice.
    ...['2026-11-01T01:10:00-04:00', '2026-11-01T01:10:00-05:00', '2026-11-01T01:20:00-04:00'],
    '2026-11-01T09:00:00-05:00',
    // A day without two o'clock.
    ...['2026-03-08T01:59:00-05:00', '2026-03-08T03:00:00-04:00'],
  ]) {
    const number = await anOrder(await aPerson(fresh.db), [[mug, 1]]);
    const createdAt = new Date(at);
    await fresh.db.update(orders).set({ createdAt }).where(eq(orders.orderId, number));
  }
});
afterAll(() => fresh.stop());

async function reportAt(now: Temporal.Instant, query: string) {
  const clock = { now, zone, today: storeDate(now, zone) };
  const state = readReport(new URLSearchParams(query));
  const range = untilSameTime(rangeOf(state, clock.today).range ?? expect.fail(), clock);
  const report =
    (await readAnalytics(admin, { range, breakdown: 'status', zone })) ?? expect.fail('no report');
  const { table } = drawRevenue(report, range, clock).drawing;
  const sum = (column: number) =>
    table.rows.reduce((total, row) => total + Number(row[column]?.replace('$', '') ?? 0), 0);
  return {
    revenue: report.figures.revenue / 1800,
    compared: report.compared.revenue / 1800,
    inCategories: report.categories.reduce((all, part) => all + part.revenue, 0) / 1800,
    comparedInCategories: report.comparedCategories.reduce((all, part) => all + part.revenue, 0) / 1800,
    inWeek: [...report.sales.byHourOfWeek.values()].reduce((all, sale) => all + sale.revenue, 0) / 1800,
    inChart: sum(2) / 18,
    comparedInChart: sum(3) / 18,
    hours: table.rows.map(([name]) => name),
    head: table.head.at(-1),
  };
}

test.each([
  ['2026-11-24T14:30:01-05:00', 'range=today', 3, 2],
  ['2026-11-24T23:59:59-05:00', 'range=today', 3, 3],
  ['2026-11-24T14:30:01-05:00', 'range=custom&from=2026-11-24&to=2026-11-24', 3, 2],
  ['2026-11-24T14:30:01-05:00', 'range=custom&from=2026-11-23&to=2026-11-23', 3, 0],
  // One mug on the 23rd is a day and more before; the last of the seven days before ends at noon.
  ['2026-11-30T12:00:00-05:00', 'range=custom&from=2026-11-24&to=2026-11-30', 3, 1],
  // Both passes of ten past one count until a quarter past one.
  ['2026-11-02T01:15:00-05:00', 'range=today', 0, 2],
  ['2026-11-01T12:00:00-05:00', 'range=today', 4, 0],
  ['2026-03-09T02:30:00-04:00', 'range=today', 0, 1],
  ['2026-03-08T12:00:00-04:00', 'range=today', 2, 0],
] as const)(
  'at %s, %s has %i mugs, and %i in the same hours before',
  async (at, query, revenue, compared) => {
    const now = Temporal.Instant.from(at);
    const figures = {
      ...{ revenue, compared, inChart: revenue, comparedInChart: compared },
      // What the sentence is about, and the hours of the week.
      ...{ inCategories: revenue, comparedInCategories: compared, inWeek: revenue },
    };
    expect(await reportAt(now, query)).toMatchObject(figures);
    await foldSales();
    expect(await reportAt(now, query)).toMatchObject(figures);
  },
);

test('one day is drawn by its hours so far, and says which of them its clocks skip or show twice', async () => {
  const at = async (now: string) => (await reportAt(Temporal.Instant.from(now), 'range=today')).hours;
  expect(await at('2026-11-24T02:30:00-05:00')).toEqual(['12 AM', '1 AM', '2 AM']);
  expect(await at('2026-11-01T02:30:00-05:00')).toEqual(['12 AM', '1 AM (twice)', '2 AM']);
  expect(await at('2026-03-08T03:30:00-04:00')).toEqual(['12 AM', '1 AM', '2 AM (skipped)', '3 AM']);
  const past = await reportAt(
    Temporal.Instant.from('2026-11-24T12:00:00Z'),
    'range=custom&from=2026-11-23&to=2026-11-23',
  );
  expect(past.hours).toHaveLength(24);
});

test('what a figure is compared with is said with its hour', async () => {
  const now = Temporal.Instant.from('2026-11-24T14:30:01-05:00');
  expect((await reportAt(now, 'range=today')).head).toBe('Yesterday until 2:30 PM (Nov 23, 2026)');
  expect((await reportAt(now, 'range=30-days')).head).toBe(
    'The 30 days before, until 2:30 PM (Sep 26, 2026 – Oct 25, 2026)',
  );
  expect((await reportAt(now, 'range=last-month')).head).toBe(
    'The month before (Sep 1, 2026 – Sep 30, 2026)',
  );
});
