/** Product Analytics beside plain sums over orders, lines and the ledger, in a shop with two thousand orders. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { products } from '#db/schema/catalogue.ts';
import { asDate, instantOf, type StoreDate, startOfDay, storeDate } from '#kernel/time.ts';
import { fillDatabase } from '#seed/bulk/fill-database.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { foldSales } from './fold-sales.server.ts';
import { endOfWeekend } from './pace.ts';
import { readStockLines, readStockReport } from './stock-queries.server.ts';

const zone = 'America/New_York';
const now = new Date(Date.now() - 100 * 86_400_000);
const today = storeDate(instantOf(now), zone);
const clock = { now: instantOf(now), today, zone };

let fresh: FreshDatabase;
let admin: SignedIn;
let staff: SignedIn;
beforeAll(async () => {
  fresh = await freshDatabase();
  await fillDatabase({ products: 40, orders: 2_000, customers: 50 }, () => undefined, now);
  admin = await aPerson(fresh.db, { role: 'admin' });
  staff = await aPerson(fresh.db, { role: 'staff' });
});
afterAll(() => fresh.stop());

type Line = { order: string; product: number; units: number; day: string; lost: boolean };
type Move = { product: number; change: number; day: string };

/** Every line and every row of the ledger, added up here. */
async function plainly() {
  const { rows: lines } = await fresh.db.execute<Line>(sql`
    select line.order_id as order, line.product_id as product, line.quantity as units, (o.created_at at time zone ${zone})::date::text as day,
      o.status in ('cancelled', 'no_show') as lost
    from order_items as line join orders as o on o.id = line.order_id`);
  const { rows: moves } = await fresh.db.execute<Move>(sql`
    select product_id as product, on_hand_change as change, (created_at at time zone ${zone})::date::text as day
    from stock_ledger`);
  return { lines: lines.filter(({ lost }) => !lost), moves };
}

const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0);
const within = (day: string, from: StoreDate, to: StoreDate) =>
  day >= from.toString() && day <= to.toString();

test.each([
  ['since ever', 900, 0],
  ['the last ninety days', 90, 0],
  ['a month that is over', 120, 60],
  ['one day', 30, 30],
])('units sold, there and available are those of a plain sum: %s', async (_, first, last) => {
  const [from, to] = [today.subtract({ days: first }), today.subtract({ days: last })];
  const { lines, moves } = await plainly();
  for (const foldedAlready of [false, true]) {
    if (foldedAlready) await foldSales();
    const report = (await readStockLines(admin, { days: { from, to }, order: 'sold', clock })) ?? [];
    expect(report.length).toBeGreaterThan(20);
    for (const { id, units, there, available, sellThrough } of report) {
      const ofIt = moves.filter(({ product }) => product === id);
      const sold = sum(
        lines.filter(({ product, day }) => product === id && within(day, from, to)).map((line) => line.units),
      );
      const began = sum(ofIt.filter(({ day }) => day < from.toString()).map(({ change }) => change));
      const came = ofIt
        .filter(({ change, day }) => change > 0 && within(day, from, to))
        .map(({ change }) => change);
      expect({ id, units, there, available }).toEqual({
        ...{ id, units: sold, there: began + sum(came) },
        available: sum(ofIt.map(({ change }) => change)),
      });
      if (there > 0) expect(sellThrough).toBeCloseTo(Math.min(1, sold / Math.max(there, sold)));
    }
    expect(report.map(({ units }) => units)).toEqual(report.map(({ units }) => units).sort((a, b) => b - a));
  }
});

test('pairs are those that a plain count finds, without orders that were canceled', async () => {
  const days = { from: today.subtract({ days: 900 }), to: today };
  const { lines } = await plainly();
  const orders = Map.groupBy(lines, ({ order }) => order);
  const report = await readStockReport(admin, { days, order: 'soon', clock });
  expect(report?.basketOrders).toBe(orders.size);
  expect(report?.baskets.length).toBeGreaterThan(3);
  for (const { one, other, together, ofOne, ofOther, lift, names } of report?.baskets ?? []) {
    const having = (...ids: number[]) =>
      [...orders.values()].filter((of) => ids.every((id) => of.some(({ product }) => product === id))).length;
    expect([together, ofOne, ofOther]).toEqual([having(one, other), having(one), having(other)]);
    expect(lift).toBeGreaterThan(1);
    expect(names.every((name) => name.length > 3)).toBe(true);
  }
});

test('what runs out is what the four weeks before would sell until Sunday', async () => {
  await fresh.db.execute(sql`
    update product_stock set on_hand = least(on_hand, 1) where product_id in (select id from products order by id limit 20)`);
  const { lines } = await plainly();
  const { rows } = await fresh.db.execute<{ id: number; available: number }>(
    sql`select product_id as id, on_hand - held as available from product_stock where on_hand > held`,
  );
  const last = endOfWeekend(today);
  const expected = rows.filter(({ id, available }) => {
    const ofIt = lines.filter(({ product }) => product === id);
    const soldOn = (day: StoreDate) =>
      sum(ofIt.filter((line) => line.day === day.toString()).map((line) => line.units));
    let left = available;
    for (let day = today; day.until(last).days >= 0; day = day.add({ days: 1 })) {
      const weeks = [1, 2, 3, 4].map((ago) => soldOn(day.subtract({ days: 7 * ago })));
      // Of the days ahead only those before today are known.
      const known = [1, 2, 3, 4, 5]
        .map((ago) => day.subtract({ days: 7 * ago }))
        .filter((each) => each.until(today).days > 0 && each.until(today).days <= 28);
      const mean = sum(known.map(soldOn)) / known.length;
      left -= day.equals(today) ? Math.max(0, mean - soldOn(today)) : mean;
      expect(weeks).toHaveLength(4);
      if (left < 0.5) return true;
    }
    return false;
  });
  const report = await readStockReport(admin, { days: { from: today, to: today }, order: 'soon', clock });
  expect(expected.length).toBeGreaterThan(2);
  expect(report?.runningOutCount).toBe(expected.length);
  expect(new Set(report?.runningOut.map(({ id }) => id))).toEqual(
    new Set(expected.map(({ id }) => id).slice(0, 20)),
  );
});

test('a product that came within the range lasts at the pace since its first day', async () => {
  const days = { from: today.subtract({ days: 89 }), to: today.subtract({ days: 1 }) };
  const cameAgo = async (ago: number) => {
    await fresh.db
      .update(products)
      .set({ createdAt: asDate(startOfDay(today.subtract({ days: ago }), zone)) });
    const lines = await readStockLines(admin, { days, order: 'sold', clock });
    return lines?.find(({ daysLeft }) => (daysLeft ?? 0) > 0)?.daysLeft ?? expect.fail();
  };
  expect(await cameAgo(9)).toBeCloseTo(((await cameAgo(200)) * 9) / 89);
});

test('staff read none of it', async () => {
  expect(await readStockReport(staff, { days: { from: today, to: today }, order: 'soon', clock })).toBeNull();
  expect(await readStockLines(staff, { days: { from: today, to: today }, order: 'soon', clock })).toBeNull();
});
