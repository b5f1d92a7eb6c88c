/** Random stories of orders, after which every place that shows sales is compared with a plain sum over all rows. */
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { exportReport } from '#core/records/analytics/export-report.server.ts';
import { foldSales, rebuildSales } from '#core/records/analytics/fold-sales.server.ts';
import { breakdowns } from '#core/records/analytics/report.ts';
import { readAnalytics } from '#core/records/analytics/report-queries.server.ts';
import { changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { lostStatuses } from '#core/sales/orders/order.ts';
import { recordRefund } from '#core/sales/orders/refunds/record-refund.server.ts';
import { inTransaction } from '#db/client.ts';
import { orderItems, orders, refunds } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { refundGoods } from '#kernel/statuses.ts';
import { storeDate } from '#kernel/time.ts';
import { readDashboard } from '#office/dashboard/dashboard-queries.server.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { checkInvariants } from './invariants.ts';
import { AFTER_PICKUP, aMug, anOrder, bringTo, edit, NOW, openForOrders, storedOrder } from './orders.ts';
import { aPerson, aProduct } from './people.ts';
import { SHOWN_ID } from './shown-id.ts';

const zone = 'America/New_York';
/** The seven days that the dashboard shows on the last of them. */
const days = { from: Temporal.PlainDate.from('2026-06-01'), to: Temporal.PlainDate.from('2026-06-07') };

let fresh: FreshDatabase;
let admin: SignedIn;
let shelf: number[];
async function open(): Promise<void> {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  await fresh.db.insert(storeSettings).values({ name: 'discounts', value: { enabled: true } });
  invalidateSettings();
  admin = await aPerson(fresh.db, { role: 'admin' });
  shelf = [
    await aMug(fresh.db, { onHand: 1000, wholesalePrice: 600, retailPrice: 1799, name: 'Cannabis leaf mug' }),
    await aMug(fresh.db, {
      ...{ onHand: 1000, retailPrice: 333, name: 'Sticker', discount: 34 },
      ...{ discountFrom: '2026-01-01', discountUntil: '2026-12-31', discountTerms: 'One each.' },
    }),
    await aProduct(fresh.db, { onHand: 1000, limitMg: 1, wholesalePrice: 1001, retailPrice: 4501 }),
  ];
}

/** From May 30, so that some orders are from before the seven days and are refunded within them. */
const moment = fc
  .integer({ min: 0, max: 8 * 24 * 60 - 1 })
  .map((minutes) => Temporal.Instant.from('2026-05-30T04:00:00Z').add({ minutes }));
const units = fc.array(fc.nat(3), { minLength: 3, maxLength: 3 }).filter((all) => all.some((n) => n > 0));
const story = fc.record({
  placed: moment,
  lines: units,
  edited: fc.option(units),
  end: fc.constantFrom('open', 'completed', 'completed', 'completed', 'cancelled', 'no_show'),
  refunds: fc.array(fc.record({ at: moment, units, goods: fc.constantFrom(...refundGoods) }), {
    maxLength: 3,
  }),
  folds: fc.boolean(),
});
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

const linesOf = (all: readonly number[]) =>
  shelf.flatMap((id, at) => ((all[at] ?? 0) > 0 ? [[id, all[at] ?? 0] as const] : []));

async function live({ placed, lines, edited, end, refunds: given, folds }: Story): Promise<void> {
  const number = await anOrder(await aPerson(fresh.db), linesOf(lines));
  const createdAt = new Date(placed.epochMilliseconds);
  await fresh.db.update(orders).set({ createdAt }).where(eq(orders.orderId, number));
  if (edited) await edit(fresh.db, admin, number, { to: linesOf(edited) });
  if (end === 'cancelled' || end === 'no_show')
    await changeOrderStatus(
      admin,
      { orderId: number, to: end, reason: 'Called', version: null },
      AFTER_PICKUP,
    );
  if (end === 'completed') {
    await bringTo(admin, number, 'ready');
    const { version } = await storedOrder(fresh.db, number);
    const input = { version, ...SHOWN_ID, cashReceived: 1_000_000 };
    expect(await handOverOrder(admin, number, input, NOW)).toMatchObject({ ok: true });
    for (const refund of given) await giveBack(number, refund);
  }
  if (folds) await foldSales();
}

/** Refunds as many of these units as are left. */
async function giveBack(
  number: string,
  { at, units: wanted, goods }: Story['refunds'][number],
): Promise<void> {
  const { id, version } = await storedOrder(fresh.db, number);
  const before = (await fresh.db.select().from(refunds).where(eq(refunds.orderId, id))).flatMap(
    ({ lines }) => lines,
  );
  const items = await fresh.db.select().from(orderItems).where(eq(orderItems.orderId, id));
  const chosen = items.map((item) => {
    const gone = before.reduce((sum, line) => (line.itemId === item.id ? sum + line.quantity : sum), 0);
    return [item.id, Math.min(item.quantity - gone, wanted[shelf.indexOf(item.productId)] ?? 0)] as const;
  });
  if (chosen.every(([, count]) => count === 0)) return;
  const input = { units: new Map(chosen), goods, reason: 'Wrong size', version } as const;
  expect(await recordRefund(admin, number, input, at)).toMatchObject({ ok: true });
}

type Sold = Record<'units' | 'revenue' | 'costed' | 'cost' | 'discount' | 'tax' | 'refunded', number>;
const nothing: Sold = { units: 0, revenue: 0, costed: 0, cost: 0, discount: 0, tax: 0, refunded: 0 };

/**
 * Sold lines on the day of their order and refunded lines on the day of the refund, added up by a key. A refund
 * subtracts units and cost only if the goods came back.
 */
async function plainSum(keyOf: (line: { day: string; productId: number; kind: string }) => string) {
  const items = await fresh.db.select().from(orderItems).innerJoin(orders, eq(orders.id, orderItems.orderId));
  const given = await fresh.db.select().from(refunds);
  const sums = new Map<string, Sold>();
  const add = (item: (typeof items)[number], at: Date, quantity: number, tax: number, ofUnits = quantity) => {
    const { productId, productType, unitPrice, unitCost, unitDiscount } = item.order_items;
    const day = storeDate(Temporal.Instant.fromEpochMilliseconds(at.getTime()), zone);
    if (lostStatuses.includes(item.orders.status)) return;
    if (Temporal.PlainDate.compare(day, days.from) < 0 || Temporal.PlainDate.compare(day, days.to) > 0)
      return;
    const key = keyOf({ day: day.toString(), productId, kind: productType });
    const sum = sums.get(key) ?? nothing;
    sums.set(key, {
      units: sum.units + ofUnits,
      revenue: sum.revenue + unitPrice * quantity,
      costed: sum.costed + (unitCost === null ? 0 : unitPrice * quantity),
      cost: sum.cost + (unitCost ?? 0) * ofUnits,
      discount: sum.discount + unitDiscount * Math.max(quantity, 0),
      tax: sum.tax + tax,
      refunded: sum.refunded + unitPrice * Math.max(-quantity, 0),
    });
  };
  for (const item of items) {
    add(item, item.orders.createdAt, item.order_items.quantity, item.order_items.tax);
    for (const refund of given)
      for (const line of refund.lines)
        if (line.itemId === item.order_items.id)
          add(
            item,
            refund.createdAt,
            -line.quantity,
            -line.tax,
            refund.goods === 'returned' ? -line.quantity : 0,
          );
  }
  return sums;
}

const sumOf = (values: Iterable<number>) => [...values].reduce((sum, value) => sum + value, 0);

async function compareSurfaces(): Promise<void> {
  const whole = (await plainSum(() => '')).get('') ?? nothing;
  const byDay = await plainSum(({ day }) => day);
  const byKind = await plainSum(({ kind }) => kind);
  const byProduct = await plainSum(({ productId }) => String(productId));
  const range = { days, compared: days, comparedWith: 'the same days' };
  for (const { value: breakdown } of breakdowns) {
    const report = await readAnalytics(admin, { range, breakdown, zone });
    if (!report) throw new Error('refused');
    const { figures, sales, parts, best } = report;
    expect(figures).toMatchObject({
      revenue: whole.revenue,
      units: whole.units,
      margin: whole.costed - whole.cost,
    });
    expect(sumOf(parts.map(({ revenue }) => revenue))).toBe(whole.revenue);
    expect(sumOf(parts.map(({ units: sold }) => sold))).toBe(whole.units);
    if (breakdown === 'product-type')
      for (const { name, revenue } of parts) expect(revenue).toBe(byKind.get(name)?.revenue);
    for (const seller of best)
      expect(seller).toMatchObject({
        units: byProduct.get(String(seller.id))?.units,
        revenue: byProduct.get(String(seller.id))?.revenue,
      });
    for (const sums of [sales.byDay, sales.byHour, sales.byWeekday])
      expect(sumOf([...sums.values()].map(({ revenue }) => revenue))).toBe(whole.revenue);
    for (const [day, { revenue, units: sold }] of sales.byDay)
      expect({ day, revenue, units: sold }).toEqual({
        day,
        revenue: byDay.get(day)?.revenue ?? 0,
        units: byDay.get(day)?.units ?? 0,
      });
    const file = await exportReport(admin, { range, breakdown, zone });
    if (!file.ok) throw new Error('refused');
    const total = file.value.at(-1);
    for (const column of ['units', 'discounts', 'refunds', 'revenue', 'tax'] as const)
      expect(sumOf(file.value.slice(0, -1).map((row) => Math.round(Number(row[column]) * 100)))).toBe(
        Math.round(Number(total?.[column]) * 100),
      );
    expect(total).toMatchObject({
      units: whole.units,
      revenue: (whole.revenue / 100).toFixed(2),
      orders: figures.orders,
      refunds: (whole.refunded / 100).toFixed(2),
      tax: (whole.tax / 100).toFixed(2),
      discounts: (whole.discount / 100).toFixed(2),
    });
  }
  const dashboard = await readDashboard(admin, days.to, zone);
  const shown = dashboard?.days.map(({ revenue }) => revenue);
  const dates = Array.from({ length: 7 }, (_, index) => days.from.add({ days: index }).toString());
  expect(shown).toEqual(dates.map((day) => byDay.get(day)?.revenue ?? 0));
}

/** Six orders' stories in each run, with all places compared before totals are folded, after, and after a rebuild. */
export async function compareSalesSurfaces(runs: number): Promise<void> {
  await open();
  const seen = { refunds: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(story, { minLength: 6, maxLength: 6 }), async (stories) => {
      for (const each of stories) await live(each);
      await compareSurfaces();
      await foldSales();
      await compareSurfaces();
      await inTransaction((tx) => rebuildSales(tx, zone));
      await compareSurfaces();
      seen.refunds = (await fresh.db.select().from(refunds)).length;
    }),
    { numRuns: runs, seed: 20261123, endOnFailure: true },
  );
  expect(seen.refunds).toBeGreaterThan(runs);
  expect((await plainSum(() => '')).get('')?.discount).toBeGreaterThan(0);
  expect(await checkInvariants(fresh.db)).toEqual([]);
  await fresh.stop();
}
