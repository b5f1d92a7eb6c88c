import { eq, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { changeOrderStatus, changePaymentStatus } from '#core/sales/orders/change-order-status.server.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { recordRefund } from '#core/sales/orders/refunds/record-refund.server.ts';
import { inTransaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { orders } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import type { RefundGoods } from '#kernel/statuses.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { foldBesideOrders } from '#tests/support/fold-beside-orders.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { CAPACITY } from '#tests/support/order-sequences.ts';
import {
  AFTER_PICKUP,
  aMug,
  anOrder,
  bringTo,
  edit,
  NEXT_DAY_SLOT,
  NOW,
  openForOrders,
  storedOrder,
} from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { SHOWN_ID } from '#tests/support/shown-id.ts';
import { foldSales, rebuildSales } from './fold-sales.server.ts';
import type { DayRange } from './range.ts';
import type { Breakdown } from './report.ts';
import { readAnalytics } from './report-queries.server.ts';

/** Sequences of sixty changes; the long suite runs twenty. */
const SEQUENCES = 2;

const zone = 'America/New_York';
const costs = (cost: number, costedRevenue: number) => ({ cost, costedRevenue });
const day = (text: string) => Temporal.PlainDate.from(text);

describe('the sales totals', () => {
  let fresh: FreshDatabase;
  beforeAll(async () => {
    fresh = await freshDatabase();
    await openForOrders(fresh.db, CAPACITY);
  });
  afterAll(() => fresh.stop());

  test('plus unfolded changes equal a full sum, whatever happens to orders and whenever they are folded', async () => {
    await foldBesideOrders(fresh.db, SEQUENCES);
  });

  test('violate an invariant when a sum is off by one', async () => {
    await fresh.db.execute(sql`update sales_by_product set units = units + 1 where ctid = (
      select ctid from sales_by_product where grain = 'month' limit 1)`);
    const violations = await checkInvariants(fresh.db);
    expect(violations.length).toBeGreaterThan(0);
    expect(violations.every((violation) => violation.startsWith('sales by product and month'))).toBe(true);
  });

  test('are folded and rebuilt while customers order, and orders do not wait', async () => {
    const buyer = await aPerson(fresh.db);
    const mug = await aMug(fresh.db);
    // The earlier sequences may have filled the usual slot.
    await anOrder(buyer, [[mug, 1]], NEXT_DAY_SLOT);
    const longest = await inTransaction(async (tx) => {
      await rebuildSales(tx, zone);
      const started = performance.now();
      await anOrder(buyer, [[mug, 2]], NEXT_DAY_SLOT);
      return performance.now() - started;
    });
    // Waiting for a lock fails after four seconds.
    expect(longest).toBeLessThan(2000);
    await foldSales();
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });

  test('are rebuilt when the store’s clock moves to another time zone', async () => {
    await fresh.db.insert(storeSettings).values({ name: 'store', value: { zone: 'Pacific/Auckland' } });
    invalidateSettings();
    await foldSales();
    expect(await checkInvariants(fresh.db)).toEqual([]);
    const { rows } = await fresh.db.execute<{ zone: string }>(sql`select zone from sales_zone`);
    expect(rows).toEqual([{ zone: 'Pacific/Auckland' }]);
    await fresh.db.delete(storeSettings).where(eq(storeSettings.name, 'store'));
    invalidateSettings();
  });
});

describe('a sales report', () => {
  let fresh: FreshDatabase;
  let admin: SignedIn;
  let buyer: SignedIn;
  let mug: number;
  let flower: number;
  beforeAll(async () => {
    fresh = await freshDatabase();
    await openForOrders(fresh.db);
    admin = await aPerson(fresh.db, { role: 'admin' });
    mug = await aMug(fresh.db, { onHand: 100, wholesalePrice: 600, name: 'Cannabis leaf mug' });
    flower = await aProduct(fresh.db, { onHand: 100, name: 'Kestrel flower' });
    await fresh.db.update(products).set({ createdAt: new Date('2025-01-01T00:00:00Z') });
  });
  afterAll(() => fresh.stop());
  beforeEach(async () => {
    buyer = await aPerson(fresh.db);
  });

  /** An order placed at that moment. */
  async function placed(at: string, lines: Parameters<typeof anOrder>[1], who = buyer): Promise<string> {
    const number = await anOrder(who, lines);
    await fresh.db
      .update(orders)
      .set({ createdAt: new Date(at) })
      .where(eq(orders.orderId, number));
    return number;
  }

  /** Refunds all of a paid order that ended in this status. */
  async function giveBack(
    orderId: string,
    status: 'completed' | 'cancelled',
    at: string,
    goods: RefundGoods = 'kept',
  ): Promise<void> {
    await bringTo(admin, orderId, 'ready');
    const ready = await storedOrder(fresh.db, orderId);
    const ended =
      status === 'completed'
        ? await handOverOrder(
            admin,
            orderId,
            { version: ready.version, ...SHOWN_ID, cashReceived: 100_000 },
            NOW,
          )
        : await payAndCancel(orderId);
    expect(ended).toMatchObject({ ok: true });
    const { version } = await storedOrder(fresh.db, orderId);
    const input = { units: 'all', goods, reason: 'Wrong size', version } as const;
    const given = await recordRefund(admin, orderId, input, Temporal.Instant.from(at));
    expect(given).toMatchObject({ ok: true });
  }

  async function payAndCancel(orderId: string) {
    await changePaymentStatus(admin, { orderId, to: 'paid', reason: '', version: null }, NOW);
    return changeOrderStatus(admin, { orderId, to: 'cancelled', reason: 'Called', version: null }, NOW);
  }

  async function reportOf(from: string, to: string, breakdown: Breakdown = 'product-type', actor = admin) {
    const days: DayRange = { from: day(from), to: day(to) };
    const compared = { from: day(from).subtract({ years: 1 }), to: day(to).subtract({ years: 1 }) };
    const range = { days, compared, comparedWith: 'a year before' };
    return readAnalytics(actor, { range, breakdown, zone });
  }

  test('counts revenue, orders, average and units, and counts canceled orders only as canceled', async () => {
    await placed('2026-02-03T12:00:00-05:00', [[mug, 2]]);
    await placed('2026-02-04T12:00:00-05:00', [
      [mug, 1],
      [flower, 1],
    ]);
    const gone = await placed('2026-02-04T13:00:00-05:00', [[flower, 1]], await aPerson(fresh.db));
    await changeOrderStatus(admin, { orderId: gone, to: 'cancelled', reason: 'Called', version: null }, NOW);
    for (const foldedAlready of [false, true]) {
      if (foldedAlready) await foldSales();
      const report = await reportOf('2026-02-01', '2026-02-28');
      expect(report?.figures).toMatchObject({
        revenue: 3 * 1800 + 4500,
        orders: 2,
        averageOrder: 4950,
        units: 4,
        cannabisUnits: 3,
        cancelled: 1,
        newCustomers: 1,
        ordersOfReturning: 1,
        margin: 3 * 1200,
        marginRate: 2 / 3,
      });
      expect(report?.figures.costedPart).toBeCloseTo(5400 / 9900);
      expect(report?.parts).toEqual([
        {
          name: 'apparel',
          orders: null,
          units: 3,
          discount: 0,
          refunded: 0,
          revenue: 5400,
          tax: 648,
          ...costs(1800, 5400),
        },
        {
          name: 'cannabis',
          orders: null,
          units: 1,
          discount: 0,
          refunded: 0,
          revenue: 4500,
          tax: 540,
          ...costs(0, 0),
        },
      ]);
      expect(report?.sales.byDay.get('2026-02-03')).toEqual({ orders: 1, units: 2, revenue: 3600 });
      expect(report?.sales.byHour.get('12')).toEqual({ orders: 2, units: 4, revenue: 9900 });
      expect(report?.sales.byWeekday.get('3')).toEqual({ orders: 1, units: 2, revenue: 6300 });
      expect(report?.best.map(({ id, units }) => [id, units])).toEqual([
        [mug, 3],
        [flower, 1],
      ]);
      expect(report?.slowest.map(({ id, units }) => [id, units])).toEqual([
        [flower, 1],
        [mug, 3],
      ]);
      expect(report?.recent[0]).toMatchObject({ number: gone, status: 'cancelled', category: 'Flower' });
      expect((await reportOf('2026-02-01', '2026-02-28', 'status'))?.parts).toMatchObject([
        { name: 'pending', orders: 2, revenue: 9900 },
        { name: 'cancelled', orders: 1, revenue: 0 },
      ]);
    }
  });

  test('counts an order on its store day, and adds both passes of a repeated clock hour', async () => {
    // 1:30 in the morning, before and after the clocks go back; then a minute before midnight, and midnight.
    await placed('2025-11-02T01:30:00-04:00', [[mug, 1]]);
    await placed('2025-11-02T01:30:00-05:00', [[mug, 1]]);
    await placed('2025-11-02T23:59:59-05:00', [[mug, 1]]);
    await placed('2025-11-03T00:00:00-05:00', [[mug, 1]]);
    const report = await reportOf('2025-11-02', '2025-11-02');
    expect(report?.figures.orders).toBe(3);
    expect(report?.sales.byHour.get('1')?.orders).toBe(2);
    expect(report?.sales.byHour.get('23')?.orders).toBe(1);
    expect((await reportOf('2026-11-02', '2026-11-02'))?.compared.orders).toBe(3);
  });

  test('follows an edit of an order and uses the wholesale price at the time of sale', async () => {
    const number = await placed('2026-03-10T12:00:00-04:00', [[mug, 1]]);
    await edit(fresh.db, admin, number, { to: [[mug, 3]] });
    await fresh.db.update(products).set({ wholesalePrice: 900 }).where(eq(products.id, mug));
    const report = await reportOf('2026-03-10', '2026-03-10');
    await fresh.db.update(products).set({ wholesalePrice: 600 }).where(eq(products.id, mug));
    expect(report?.figures).toMatchObject({ units: 3, revenue: 5400, margin: 3600 });
  });

  test('shows how long orders take to be ready, and the share of no-shows', async () => {
    const [one, two] = [
      await placed('2026-06-06T10:00:00-04:00', [[mug, 1]]),
      await placed('2026-06-06T11:00:00-04:00', [[mug, 1]]),
    ];
    // Tests run at noon of that day.
    await bringTo(admin, one, 'ready');
    await bringTo(admin, two, 'ready');
    await changeOrderStatus(
      admin,
      { orderId: two, to: 'no_show', reason: 'Closed', version: null },
      AFTER_PICKUP,
    );
    const figures = (await reportOf('2026-06-06', '2026-06-06'))?.figures;
    expect(figures).toMatchObject({ orders: 1, noShows: 1, noShowRate: 1, secondsToReady: 1.5 * 3600 });
  });

  test('subtracts a refund before tax on the day of the refund, folded or not', async () => {
    const sold = await placed('2026-04-10T12:00:00-04:00', [[mug, 1]]);
    await giveBack(sold, 'completed', '2026-04-12T13:00:00Z', 'returned');
    // This order brought no revenue, so nothing is subtracted.
    const gone = await placed('2026-04-10T13:00:00-04:00', [[mug, 1]], await aPerson(fresh.db));
    await giveBack(gone, 'cancelled', '2026-04-12T13:00:00Z');
    for (const foldedAlready of [false, true]) {
      if (foldedAlready) await foldSales();
      const report = await reportOf('2026-04-10', '2026-04-12');
      expect(report?.figures).toMatchObject({ revenue: 0, refunded: 1800, orders: 1, units: 0, margin: 0 });
      expect(report?.sales.byDay.get('2026-04-10')?.revenue).toBe(1800);
      expect(report?.sales.byDay.get('2026-04-12')?.revenue).toBe(-1800);
      expect(await checkInvariants(fresh.db)).toEqual([]);
    }
  });

  test('still counts units and their cost when the customer keeps the goods, folded or not', async () => {
    const sold = await placed('2026-04-20T12:00:00-04:00', [[mug, 2]]);
    await giveBack(sold, 'completed', '2026-04-21T13:00:00Z');
    for (const foldedAlready of [false, true]) {
      if (foldedAlready) await foldSales();
      const report = await reportOf('2026-04-20', '2026-04-21');
      expect(report?.figures).toMatchObject({
        revenue: 0,
        refunded: 3600,
        units: 2,
        cannabisUnits: 2,
        margin: -2 * 600,
      });
      expect(report?.sales.byDay.get('2026-04-21')).toMatchObject({ revenue: -3600, units: 0 });
      expect(report?.best).toMatchObject([{ id: mug, units: 2 }]);
    }
  });

  test('shows the five newest orders of its range', async () => {
    const numbers: string[] = [];
    for (let hour = 10; hour < 17; hour++)
      numbers.push(await placed(`2026-05-02T${hour}:00:00-04:00`, [[mug, 1]], await aPerson(fresh.db)));
    const recent = (await reportOf('2026-05-02', '2026-05-02'))?.recent;
    expect(recent?.map(({ number }) => number)).toEqual(numbers.slice(2).reverse());
  });

  test('of days without orders is empty, not an error', async () => {
    const report = await reportOf('2020-01-01', '2020-01-31');
    expect(report?.figures).toMatchObject({ revenue: 0, orders: 0, averageOrder: 0, noShowRate: null });
    expect([report?.parts, report?.recent, report?.best]).toEqual([[], [], []]);
  });

  test('is readable only by people who may see money figures', async () => {
    for (const role of ['user', 'staff'] as const)
      expect(
        await reportOf('2026-02-01', '2026-02-28', 'status', await aPerson(fresh.db, { role })),
      ).toBeNull();
  });
});
