/** Tests refunds: never more than was paid, never cannabis back on sale, always audited and notified. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { guest } from '#core/ground/access/actor.ts';
import { refunds } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { stockLedger } from '#db/schema/stock.ts';
import { readManagedOrder } from '#office/orders/managed-order-queries.server.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import {
  aMug,
  anOrder,
  auditOf,
  bringTo,
  eventsOf,
  NOW,
  stockOf,
  storedOrder,
} from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { SHOWN_ID } from '#tests/support/shown-id.ts';
import { aYes } from '#tests/support/witness.ts';
import { changeOrderStatus, changePaymentStatus } from '../change-order-status.server.ts';
import { handOverOrder } from '../hand-over/hand-over-order.server.ts';
import { readManagedOrders } from '../list/manage-orders-queries.server.ts';
import { orderList } from '../list/order-list.ts';
import { readOrderDetails } from '../order-details-queries.server.ts';
import { readReceipt } from '../receipts/receipt-queries.server.ts';
import { type RefundInput, recordRefund } from './record-refund.server.ts';

const fresh = freshShop(afterAll);
let admin: SignedIn;
let customer: SignedIn;

beforeAll(async () => {
  admin = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  customer = await aPerson(fresh.db);
});

/** An order that was handed over and paid: two units of cannabis at $45.00, three mugs at $18.00, 12 % tax. */
async function handedOver() {
  const cannabis = await aProduct(fresh.db, { onHand: 5, limitMg: 1 });
  const mug = await aMug(fresh.db, { onHand: 5 });
  const orderId = await anOrder(customer, [
    [cannabis, 2],
    [mug, 3],
  ]);
  await bringTo(admin, orderId, 'ready');
  const { version } = await storedOrder(fresh.db, orderId);
  const done = await handOverOrder(admin, orderId, { version, ...SHOWN_ID, cashReceived: 100_000 }, NOW);
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
  const { items } = await storedOrder(fresh.db, orderId);
  const itemOf = (productId: number) => items.find((item) => item.productId === productId)?.id ?? '';
  return { orderId, cannabis, mug, itemOf };
}
async function give(orderId: string, wanted: Partial<RefundInput> = {}, actor: SignedIn = admin) {
  const { version } = await storedOrder(fresh.db, orderId);
  const input = { units: 'all', goods: 'kept', reason: 'Wrong size', version, ...wanted } as const;
  return recordRefund(actor, orderId, input, NOW);
}
const rowsOf = async (orderId: string) =>
  fresh.db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, (await storedOrder(fresh.db, orderId)).id));

test('a refund of some units returns their money, leaves the order paid, and is visible to staff and customer', async () => {
  const { orderId, mug, itemOf } = await handedOver();
  const { version } = await storedOrder(fresh.db, orderId);
  const outcome = await give(orderId, { units: new Map([[itemOf(mug), 2]]) });
  expect(outcome).toEqual({ ok: true, value: { amount: 3600 + 432, cash: 4032, whole: false } });
  expect(await storedOrder(fresh.db, orderId)).toMatchObject({ paymentStatus: 'paid', version: version + 1 });
  expect(await rowsOf(orderId)).toMatchObject([
    {
      amount: 4032,
      tax: 432,
      goods: 'kept',
      reason: 'Wrong size',
      refundedBy: admin.userId,
      refundedByName: 'Ada Owner',
      lines: [
        { productId: mug, quantity: 2, amount: 3600, tax: 432, taxParts: [{ base: 3600, amount: 432 }] },
      ],
      createdAt: new Date(NOW.epochMilliseconds),
    },
  ]);
  expect((await eventsOf(fresh.db, orderId)).at(-1)).toBe('order-refunded');
  expect((await auditOf(fresh.db, orderId)).at(-1)).toMatchObject({
    action: 'order.refunded',
    after: { refundInCents: 4032, goods: 'kept' },
    reason: 'Wrong size',
  });
  const receipt = (await readReceipt(customer, orderId))?.receipt;
  expect(receipt?.refunds).toEqual([
    { what: expect.stringContaining('2 × '), amount: '$40.32', rounding: null },
  ]);
  const page = await readOrderDetails(customer, orderId, NOW);
  expect(page?.refunds).toMatchObject([{ amount: '$40.32' }]);
  // The reason and the person are only for the store's books.
  expect(JSON.stringify(page)).not.toContain('Wrong size');
  expect(page?.timeline.at(-1)).toMatchObject({ label: 'Refunded', detail: '$40.32 in cash' });
});

test('staff refund up to the owner’s amount per order, in one or several refunds, and an admin any amount', async () => {
  const staff = await aPerson(fresh.db, { role: 'staff' });
  const { orderId, mug, itemOf } = await handedOver();
  const mugs = (count: number) => ({ units: new Map([[itemOf(mug), count]]) });
  expect(await give(orderId, mugs(1), staff)).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
  const limit = (staffLimit: number) =>
    fresh.db
      .insert(storeSettings)
      .values({ name: 'refunds', value: { staffLimit } })
      .onConflictDoUpdate({ target: storeSettings.name, set: { value: { staffLimit } } });
  // Two of three mugs, tax included, to the cent.
  await limit(4032);
  const over = { ok: false, problem: { kind: 'over-staff-limit', limit: 4032 } };
  expect(await give(orderId, mugs(3), staff)).toEqual(over);
  expect(await give(orderId, {}, staff)).toEqual(over);
  expect(await give(orderId, mugs(1), staff)).toMatchObject({ ok: true, value: { amount: 2016 } });
  expect(await give(orderId, mugs(2), staff)).toEqual(over);
  expect(await give(orderId, mugs(1), staff)).toMatchObject({ ok: true, value: { amount: 2016 } });
  expect(await give(orderId, mugs(1), staff)).toEqual(over);
  expect(await give(orderId, {}, customer)).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
  expect(await give(orderId, {}, admin)).toMatchObject({ ok: true, value: { whole: true } });
  await limit(0);
});

test('two staff who refund at once never exceed the amount together', async () => {
  const staff = await aPerson(fresh.db, { role: 'staff' });
  const { orderId, mug, itemOf } = await handedOver();
  const value = { staffLimit: 2016 };
  await fresh.db
    .insert(storeSettings)
    .values({ name: 'refunds', value })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value } });
  // Both have read the order before either refunds.
  const { version } = await storedOrder(fresh.db, orderId);
  const refund = () => give(orderId, { units: new Map([[itemOf(mug), 1]]), version }, staff);
  const outcomes = await Promise.all([refund(), refund()]);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ problem: { kind: 'stale' } });
  await fresh.db.delete(storeSettings).where(eq(storeSettings.name, 'refunds'));
});

test('one of the staff refunds so often, so much and so late, also at one moment; an admin does above that', async () => {
  const bounds = (value: object) =>
    fresh.db
      .insert(storeSettings)
      .values({ name: 'refunds', value })
      .onConflictDoUpdate({ target: storeSettings.name, set: { value } });
  await bounds({ staffLimit: 10_000, staffPerDay: 3, staffDayAmount: 100_000 });
  const often = await aPerson(fresh.db, { role: 'staff' });
  const made: Awaited<ReturnType<typeof handedOver>>[] = [];
  for (let nth = 0; nth < 5; nth += 1) made.push(await handedOver());
  const one = (of: (typeof made)[number], by: SignedIn) =>
    give(of.orderId, { units: new Map([[of.itemOf(of.mug), 1]]) }, by);
  const outcomes = await Promise.all(made.map((of) => one(of, often)));
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(3);
  expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ problem: { kind: 'over-staff-day', refunds: 3 } });

  await bounds({ staffLimit: 10_000, staffDayAmount: 2016 * 2 });
  const much = await aPerson(fresh.db, { role: 'staff' });
  const [first, second, third, fourth] = made;
  if (!first || !second || !third || !fourth) throw new Error('no orders');
  expect((await one(first, much)).ok).toBe(true);
  expect((await one(second, much)).ok).toBe(true);
  expect(await one(third, much)).toMatchObject({ problem: { kind: 'over-staff-day', amount: 4032 } });

  const late = await aPerson(fresh.db, { role: 'staff' });
  await fresh.db.execute(
    sql`update orders set paid_at = paid_at - interval '15 days' where order_id = ${fourth.orderId}`,
  );
  expect(await one(fourth, late)).toMatchObject({ problem: { kind: 'too-old-for-staff', days: 14 } });
  expect((await one(fourth, admin)).ok).toBe(true);
  await fresh.db.delete(storeSettings).where(eq(storeSettings.name, 'refunds'));
});

test('a person’s own limit counts instead of the settings’, also in a day, and no yes goes beyond that of who says it', async () => {
  const rights = (refundLimit: number) => ({ boxes: [], refundLimit, discountLimit: 0 });
  const { orderId, mug, itemOf } = await handedOver();
  const mugs = (count: number) => ({ units: new Map([[itemOf(mug), count]]) });
  const most = await aPerson(fresh.db, { role: 'staff', rights: rights(4032), name: 'Bea Most' });
  const none = await aPerson(fresh.db, { role: 'staff', rights: rights(0) });
  await fresh.db
    .insert(storeSettings)
    .values({ name: 'refunds', value: { staffLimit: 10_000, staffDayAmount: 100 } });
  expect(await give(orderId, mugs(1), none)).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
  expect(await give(orderId, mugs(3), most)).toMatchObject({ problem: { kind: 'over-staff-limit' } });
  const approver = await aYes(fresh.db, most);
  expect(await give(orderId, { ...mugs(3), approver }, none)).toEqual({
    ok: false,
    problem: { kind: 'over-their-limit' },
  });
  expect(await give(orderId, { ...mugs(1), approver }, none)).toMatchObject({ ok: true });
  // Who said yes refunded it: it counts toward their order and their day.
  expect((await rowsOf(orderId))[0]).toMatchObject({ refundedBy: most.userId });
  expect(await give(orderId, mugs(2), most)).toMatchObject({ problem: { kind: 'over-staff-limit' } });
  expect((await give(orderId, mugs(1), most)).ok).toBe(true);
  const noMore = await aYes(fresh.db, none);
  expect(await give(orderId, { ...mugs(1), approver: noMore }, most)).toMatchObject({
    problem: { kind: 'over-their-limit' },
  });
  await fresh.db.delete(storeSettings).where(eq(storeSettings.name, 'refunds'));
});

test('a partly refunded order shows so with its net, in the list, on its page and to its customer', async () => {
  const { orderId, mug, itemOf } = await handedOver();
  await give(orderId, { units: new Map([[itemOf(mug), 2]]) });
  const { total } = await storedOrder(fresh.db, orderId);
  const state = orderList.parse(new URLSearchParams({ find: orderId }));
  const listed = (await readManagedOrders(admin, state, 'America/New_York'))?.rows[0];
  const managed = await readManagedOrder(admin, orderId, 'America/New_York', NOW);
  for (const shown of [listed, managed, (await readOrderDetails(customer, orderId, NOW))?.view])
    expect(shown).toMatchObject({ total, refunded: 4032, payment: { label: 'Partly refunded' } });
  await give(orderId);
  expect(await readManagedOrder(admin, orderId, 'America/New_York', NOW)).toMatchObject({
    refunded: total,
    payment: { label: 'Refunded' },
  });
});

test('a refund of the rest makes the payment refunded, to the cent', async () => {
  const { orderId, cannabis, itemOf } = await handedOver();
  await give(orderId, { units: new Map([[itemOf(cannabis), 1]]) });
  expect(await give(orderId)).toMatchObject({ ok: true, value: { whole: true } });
  const order = await storedOrder(fresh.db, orderId);
  expect(order.paymentStatus).toBe('refunded');
  const rows = await rowsOf(orderId);
  expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(order.total);
  expect(rows.reduce((sum, { tax }) => sum + tax, 0)).toBe(order.tax);
  expect(await give(orderId)).toEqual({ ok: false, problem: { kind: 'nothing-left' } });
});

test('twenty refunds at once return the money once', async () => {
  const { orderId, mug, itemOf } = await handedOver();
  const { version } = await storedOrder(fresh.db, orderId);
  for (const units of [new Map([[itemOf(mug), 1]]), 'all'] as const) {
    const { version: seen } = await storedOrder(fresh.db, orderId);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => give(orderId, { units, version: seen })),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  }
  const rows = await rowsOf(orderId);
  expect(rows).toHaveLength(2);
  const order = await storedOrder(fresh.db, orderId);
  expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(order.total);
  expect(order.version).toBe(version + 2);
});

describe('refunded goods', () => {
  test('of cannabis are written off and never sold again, and other goods return to stock', async () => {
    const { orderId, cannabis, mug } = await handedOver();
    expect(await stockOf(fresh.db, cannabis)).toEqual({ onHand: 3, held: 0 });
    await give(orderId, { goods: 'returned' });
    expect(await stockOf(fresh.db, cannabis)).toEqual({ onHand: 3, held: 0 });
    expect(await stockOf(fresh.db, mug)).toEqual({ onHand: 5, held: 0 });
    const trail = async (productId: number) =>
      (
        await fresh.db
          .select()
          .from(stockLedger)
          .where(eq(stockLedger.productId, productId))
          .orderBy(stockLedger.id)
      )
        .filter(({ note }) => note === 'Refund')
        .map(({ reason, onHandChange, setAsideChange }) => [reason, onHandChange, setAsideChange]);
    expect(await trail(cannabis)).toEqual([
      ['return', 0, 2],
      ['waste', 0, -2],
    ]);
    expect(await trail(mug)).toEqual([['return', 3, 0]]);
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });

  test('return one by one, once each, and what the customer keeps stays sold', async () => {
    const { orderId, mug, itemOf } = await handedOver();
    const one = (goods: 'kept' | 'returned') => give(orderId, { goods, units: new Map([[itemOf(mug), 1]]) });
    await one('returned');
    await one('kept');
    await one('returned');
    expect(await stockOf(fresh.db, mug)).toEqual({ onHand: 4, held: 0 });
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });
});

describe('a paid order that was canceled', () => {
  async function cancelled() {
    const mug = await aMug(fresh.db);
    const orderId = await anOrder(customer, [[mug, 1]]);
    await changePaymentStatus(admin, { orderId, to: 'paid', reason: '', version: null }, NOW);
    const stillOpen = await give(orderId);
    await changeOrderStatus(admin, { orderId, to: 'cancelled', reason: 'Ill', version: null }, NOW);
    return { orderId, stillOpen };
  }

  test('is refunded only once it has ended, and its goods never left', async () => {
    const { orderId, stillOpen } = await cancelled();
    expect(stillOpen).toEqual({ ok: false, problem: { kind: 'still-open' } });
    expect(await give(orderId, { goods: 'returned' })).toEqual({
      ok: false,
      problem: { kind: 'never-left' },
    });
    expect(await give(orderId)).toMatchObject({ ok: true, value: { whole: true } });
  });
});

describe('a refund is refused', () => {
  test('to staff, customers and guests, and for orders that are unknown, unpaid or outdated', async () => {
    const { orderId } = await handedOver();
    const staff = await aPerson(fresh.db, { role: 'staff' });
    for (const actor of [staff, customer])
      expect(await give(orderId, {}, actor)).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
    const input = { units: 'all', goods: 'kept', reason: 'x', version: 1 } as const;
    expect(await recordRefund(guest, orderId, input, NOW)).toMatchObject({ ok: false });
    expect(await recordRefund(admin, 'ORD999999', input, NOW)).toMatchObject({
      problem: { kind: 'not-found' },
    });
    expect(await recordRefund(admin, orderId, input, NOW)).toEqual({ ok: false, problem: { kind: 'stale' } });
    const unpaid = await anOrder(customer, [[await aMug(fresh.db), 1]]);
    expect(await give(unpaid)).toEqual({ ok: false, problem: { kind: 'not-paid' } });
    expect([...(await rowsOf(orderId)), ...(await rowsOf(unpaid))]).toEqual([]);
  });

  test('for more units than exist', async () => {
    const { orderId, mug, itemOf } = await handedOver();
    expect(await give(orderId, { units: new Map([[itemOf(mug), 4]]) })).toMatchObject({
      problem: { kind: 'too-many', left: 3 },
    });
    expect(await rowsOf(orderId)).toEqual([]);
  });
});
