/** Tests staff changes of an order's status and payment: every step of the state machine, and no step twice. */
import { eq } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { receiveLot } from '#core/goods/stock/lots/receive-lot.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { guest } from '#core/ground/access/actor.ts';
import { orders, pickupReservations } from '#db/schema/orders.ts';
import { lots } from '#db/schema/stock.ts';
import { type OrderStatus, orderStatusEvents, type PaymentStatus } from '#kernel/statuses.ts';
import { instantOf } from '#kernel/time.ts';
import { readManagedOrder } from '#office/orders/managed-order-queries.server.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import {
  AFTER_PICKUP,
  anOrder,
  auditOf,
  bringTo,
  eventsOf,
  NOW,
  SLOT,
  storedOrder,
  takenIn,
} from '#tests/support/orders.ts';
import { PASSED } from '#tests/support/papers.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { recallLot } from '#tests/support/recalls.ts';
import { changeManyStatuses, changeOrderStatus, changePaymentStatus } from './change-order-status.server.ts';
import { readManagedOrders } from './list/manage-orders-queries.server.ts';
import { orderList } from './list/order-list.ts';
import { orderMachine, paymentMachine } from './order.ts';
import { bulkWords } from './order-status.ts';

const fresh = freshShop(afterAll);
let staff: SignedIn;
let customer: SignedIn;

beforeAll(async () => {
  staff = await aPerson(fresh.db, { role: 'staff', name: 'Sam Counter' });
  customer = await aPerson(fresh.db);
});

async function placed(onHand = 5, quantity = 2): Promise<{ orderId: string; productId: number }> {
  const productId = await aProduct(fresh.db, { onHand, limitMg: 1 });
  return { productId, orderId: await anOrder(customer, [[productId, quantity]]) };
}
const toStatus = (
  orderId: string,
  to: OrderStatus,
  options: { reason?: string; version?: number | null; actor?: SignedIn; now?: Temporal.Instant } = {},
) =>
  changeOrderStatus(
    options.actor ?? staff,
    { orderId, to, reason: options.reason ?? 'because', version: options.version ?? null },
    // A customer misses an order once its pickup time is over.
    options.now ?? (to === 'no_show' ? AFTER_PICKUP : NOW),
  );
const toPayment = (
  orderId: string,
  to: PaymentStatus,
  options: { reason?: string; version?: number | null } = {},
) =>
  changePaymentStatus(
    staff,
    { orderId, to, reason: options.reason ?? 'because', version: options.version ?? null },
    NOW,
  );
const open = ['pending', 'confirmed', 'packing', 'ready'] as const;

describe('an order with missing units', () => {
  /** An order in packing whose only lot is recalled. */
  async function shortOrder() {
    const { orderId, productId } = await placed();
    await bringTo(staff, orderId, 'packing');
    const admin = await aPerson(fresh.db, { role: 'admin' });
    const [lot] = await fresh.db.select({ id: lots.id }).from(lots).where(eq(lots.productId, productId));
    const lotId = lot?.id ?? 0;
    await recallLot(admin, { lotId, reason: 'Mold' }, NOW);
    return { orderId, productId, lotId, admin };
  }
  const isReady = async (orderId: string) => (await storedOrder(fresh.db, orderId)).status === 'ready';
  const readyEvents = async (orderId: string) =>
    (await eventsOf(fresh.db, orderId)).filter((kind) => kind === 'order-ready').length;

  test('cannot be marked ready, and its customer is not notified', async () => {
    const { orderId, productId } = await shortOrder();
    expect(await toStatus(orderId, 'ready')).toMatchObject({
      ok: false,
      problem: { kind: 'units-missing', lines: [{ productId, missing: 2 }] },
    });
    expect(await isReady(orderId)).toBe(false);
    expect(await readyEvents(orderId)).toBe(0);
  });

  test('stays behind in a bulk change while other orders go through', async () => {
    const { orderId } = await shortOrder();
    const { orderId: whole } = await placed();
    await bringTo(staff, whole, 'packing');
    const outcome = await changeManyStatuses(staff, [orderId, whole], { to: 'ready', reason: '' });
    expect(outcome).toMatchObject({
      changed: [whole],
      refused: [{ orderId, problem: { kind: 'units-missing' } }],
    });
    expect(bulkWords(outcome, 'ready').others).toEqual([
      { orderId, isShort: true, why: expect.stringMatching(/^Units missing: 2 of .+ cancel the order\.$/) },
    ]);
    expect([await readyEvents(orderId), await readyEvents(whole)]).toEqual([0, 1]);
  });

  test('is marked ready once another lot covers the units', async () => {
    const { orderId, productId, admin } = await shortOrder();
    const delivery = { productId, batchNumber: 'B-2', quantity: 5, ...PASSED } as const;
    expect((await receiveLot(admin, { ...delivery, expiresOn: null }, NOW)).ok).toBe(true);
    expect(await toStatus(orderId, 'ready')).toEqual({ ok: true, value: { changed: true } });
    expect(await readyEvents(orderId)).toBe(1);
  });

  test('can still be canceled', async () => {
    const { orderId } = await shortOrder();
    expect((await toStatus(orderId, 'cancelled')).ok).toBe(true);
  });

  test('is marked as short in the list if units go missing after it was ready', async () => {
    const { orderId, productId } = await placed();
    await bringTo(staff, orderId, 'ready');
    const admin = await aPerson(fresh.db, { role: 'admin' });
    const row = async () => {
      const state = orderList.parse(new URLSearchParams({ find: orderId }));
      return (await readManagedOrders(staff, state, 'America/New_York'))?.rows[0]?.isShort;
    };
    expect(await row()).toBe(false);
    const [lot] = await fresh.db.select({ id: lots.id }).from(lots).where(eq(lots.productId, productId));
    await recallLot(admin, { lotId: lot?.id ?? 0, reason: 'Mold' }, NOW);
    expect(await row()).toBe(true);
  });

  test('during a recall is ready with every unit, or short with its customer notified', async () => {
    const { orderId, productId } = await placed();
    await bringTo(staff, orderId, 'packing');
    const admin = await aPerson(fresh.db, { role: 'admin' });
    const [lot] = await fresh.db.select({ id: lots.id }).from(lots).where(eq(lots.productId, productId));
    const [outcome] = await Promise.all([
      toStatus(orderId, 'ready'),
      recallLot(admin, { lotId: lot?.id ?? 0, reason: 'Mold' }, NOW),
    ]);
    const kinds = await eventsOf(fresh.db, orderId);
    expect(kinds).toContain('order-short');
    expect(kinds.includes('order-ready')).toBe(outcome.ok);
    if (outcome.ok) expect(kinds.indexOf('order-ready')).toBeLessThan(kinds.indexOf('order-short'));
  });
});

test('an order cannot be marked missed before its pickup time is over', async () => {
  const { orderId } = await placed();
  const { pickupEndsAt } = await storedOrder(fresh.db, orderId);
  const end = instantOf(pickupEndsAt ?? new Date(0));
  const before = await toStatus(orderId, 'no_show', { now: end.subtract({ seconds: 1 }) });
  expect(before).toEqual({ ok: false, problem: { kind: 'pickup-ahead' } });
  expect((await storedOrder(fresh.db, orderId)).status).toBe('pending');
  const offered = async (now: Temporal.Instant) =>
    (await readManagedOrder(staff, orderId, 'America/New_York', now))?.nextStatuses.map(({ value }) => value);
  expect(await offered(NOW)).not.toContain('no_show');
  expect(await offered(end)).toContain('no_show');
  expect(await toStatus(orderId, 'no_show', { now: end })).toMatchObject({ ok: true });
});

describe('every transition of an order’s status', () => {
  const pairs = open.flatMap((from) => orderMachine.states.map((to) => [from, to] as const));

  test.each(pairs)('from %s to %s follows the state machine of orders', async (from, to) => {
    const { orderId } = await placed();
    await bringTo(staff, orderId, from);
    const before = await storedOrder(fresh.db, orderId);
    const events = await eventsOf(fresh.db, orderId);
    const outcome = await toStatus(orderId, to);
    const after = await storedOrder(fresh.db, orderId);
    if (to === 'completed') expect(outcome).toEqual({ ok: false, problem: { kind: 'hand-over-only' } });
    else if (to === from) expect(outcome).toEqual({ ok: true, value: { changed: false } });
    else if (!orderMachine.mayGo(from, to))
      expect(outcome).toEqual({ ok: false, problem: { kind: 'no-such-step', from, to } });
    else {
      expect(outcome).toEqual({ ok: true, value: { changed: true } });
      expect(after).toMatchObject({ status: to, version: before.version + 1 });
      expect((await auditOf(fresh.db, orderId)).at(-1)).toEqual({
        action: 'order.status-changed',
        who: 'Sam Counter',
        before: { status: from },
        after: { status: to },
        reason: 'because',
      });
      const added = (await eventsOf(fresh.db, orderId)).slice(events.length);
      // Ready at once: the order has been packed too.
      const course = from === 'confirmed' && to === 'ready' ? ['order-packing'] : [];
      expect(added).toEqual([...course, orderStatusEvents[to]]);
      return;
    }
    expect(after).toEqual(before);
    expect(await eventsOf(fresh.db, orderId)).toEqual(events);
  });

  test('ends at canceled and missed, which nothing can follow', async () => {
    for (const end of ['cancelled', 'no_show'] as const) {
      const { orderId } = await placed();
      await toStatus(orderId, end);
      for (const to of [
        'confirmed',
        'packing',
        'ready',
        end === 'cancelled' ? 'no_show' : 'cancelled',
      ] as const)
        expect(await toStatus(orderId, to)).toEqual({
          ok: false,
          problem: { kind: 'no-such-step', from: end, to },
        });
    }
  });

  test('releases the units of a canceled or missed order, and only a canceled one releases its place', async () => {
    const cancelled = await placed();
    const missed = await placed();
    const taken = await takenIn(fresh.db, SLOT);
    await toStatus(cancelled.orderId, 'cancelled', { reason: 'Called to cancel' });
    expect(await takenIn(fresh.db, SLOT)).toBe(taken - 1);
    await toStatus(missed.orderId, 'no_show');
    expect(await takenIn(fresh.db, SLOT)).toBe(taken - 1);
    for (const { productId, orderId } of [cancelled, missed]) {
      const reservations = await fresh.db
        .select({ status: pickupReservations.status })
        .from(pickupReservations)
        .where(eq(pickupReservations.productId, productId));
      expect(reservations).toEqual([{ status: 'cancelled' }]);
      expect(await checkInvariants(fresh.db)).toEqual([]);
      expect((await storedOrder(fresh.db, orderId)).version).toBe(2);
    }
    expect((await storedOrder(fresh.db, cancelled.orderId)).cancelledAt).toEqual(
      new Date(NOW.epochMilliseconds),
    );
  });
});

describe('every transition of a payment', () => {
  const pairs = paymentMachine.states.flatMap((from) =>
    paymentMachine.states.map((to) => [from, to] as const),
  );

  test.each(pairs)('from %s to %s follows the state machine of payments', async (from, to) => {
    const { orderId } = await placed();
    if (from === 'paid' || from === 'refunded') await toPayment(orderId, 'paid');
    if (from === 'refunded')
      await fresh.db.update(orders).set({ paymentStatus: 'refunded' }).where(eq(orders.orderId, orderId));
    // No step leads from 'pay on pickup' to 'pending': orders that staff make from a reservation start there.
    if (from === 'pending')
      await fresh.db.update(orders).set({ paymentStatus: 'pending' }).where(eq(orders.orderId, orderId));
    const before = await storedOrder(fresh.db, orderId);
    const outcome = await toPayment(orderId, to);
    const after = await storedOrder(fresh.db, orderId);
    if (to === from) expect(outcome).toEqual({ ok: true, value: { changed: false } });
    // Only recording a refund marks an order refunded.
    else if (to === 'refunded') expect(outcome).toEqual({ ok: false, problem: { kind: 'refund-only' } });
    else if (!paymentMachine.mayGo(from, to))
      expect(outcome).toEqual({ ok: false, problem: { kind: 'no-such-payment-step', from, to } });
    else {
      expect(outcome).toMatchObject({ ok: true, value: { changed: true } });
      expect(after).toMatchObject({ paymentStatus: to, status: 'pending', version: before.version + 1 });
      expect((await auditOf(fresh.db, orderId)).at(-1)).toMatchObject({
        action: 'order.payment-changed',
        before: { paymentStatus: from },
        after: { paymentStatus: to, total: after.total },
        reason: 'because',
      });
      return;
    }
    expect(after).toEqual(before);
  });
});

test('to paid is refused for an order that has ended', async () => {
  const { orderId } = await placed();
  await toStatus(orderId, 'cancelled');
  expect(await toPayment(orderId, 'paid')).toEqual({ ok: false, problem: { kind: 'ended' } });
});

describe('a change of status is refused', () => {
  test('for ending an order without a reason', async () => {
    const { orderId } = await placed();
    await toPayment(orderId, 'paid', { reason: '' });
    const missing = { ok: false, problem: { kind: 'reason-missing' } };
    expect(await toStatus(orderId, 'cancelled', { reason: '' })).toEqual(missing);
    expect(await storedOrder(fresh.db, orderId)).toMatchObject({ status: 'pending', paymentStatus: 'paid' });
  });

  test('on an outdated page, unless the order already has that status', async () => {
    const { orderId } = await placed();
    await toStatus(orderId, 'confirmed', { version: 1 });
    const stale = { ok: false, problem: { kind: 'stale' } };
    expect(await toStatus(orderId, 'packing', { version: 1 })).toEqual(stale);
    expect(await toPayment(orderId, 'paid', { version: 1 })).toEqual(stale);
    expect(await toStatus(orderId, 'confirmed', { version: 1 })).toEqual({
      ok: true,
      value: { changed: false },
    });
    expect(await toStatus(orderId, 'packing', { version: 2 })).toEqual({
      ok: true,
      value: { changed: true },
    });
  });

  test('for customers, guests and banned staff, and for an unknown order', async () => {
    const { orderId } = await placed();
    const banned = await aPerson(fresh.db, { role: 'admin', isBanned: true });
    for (const actor of [customer, guest, banned]) {
      const change = { orderId, reason: 'x', version: null };
      const refused = { ok: false, problem: { kind: 'not-allowed' } };
      expect(await changeOrderStatus(actor, { ...change, to: 'confirmed' }, NOW)).toEqual(refused);
      expect(await changePaymentStatus(actor, { ...change, to: 'paid' }, NOW)).toEqual(refused);
    }
    for (const unknown of ['ORD999999', 'nothing', ''])
      expect(await toStatus(unknown, 'confirmed')).toEqual({ ok: false, problem: { kind: 'not-found' } });
    expect((await storedOrder(fresh.db, orderId)).version).toBe(1);
  });
});

describe('changes of status at once', () => {
  test('make one change of twenty equal ones: one audit entry, one event, one version', async () => {
    const { orderId } = await placed();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => toStatus(orderId, 'confirmed', { version: 1 })),
    );
    expect(outcomes.filter((outcome) => outcome.ok && outcome.value.changed)).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(20);
    expect(await auditOf(fresh.db, orderId)).toHaveLength(1);
    expect(await eventsOf(fresh.db, orderId)).toEqual(['order-placed', 'order-confirmed']);
    expect((await storedOrder(fresh.db, orderId)).version).toBe(2);
  });

  test('release the units once after twenty cancellations', async () => {
    const { orderId } = await placed();
    const taken = await takenIn(fresh.db, SLOT);
    await Promise.all(Array.from({ length: 20 }, () => toStatus(orderId, 'cancelled', { version: 1 })));
    expect(await auditOf(fresh.db, orderId)).toHaveLength(1);
    expect(await eventsOf(fresh.db, orderId)).toEqual(['order-placed', 'order-cancelled']);
    expect(await takenIn(fresh.db, SLOT)).toBe(taken - 1);
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });

  test('let one of two different requests on one page succeed, and refuse the other as stale', async () => {
    const { orderId } = await placed();
    const outcomes = await Promise.all([
      toStatus(orderId, 'confirmed', { version: 1 }),
      toStatus(orderId, 'no_show', { version: 1 }),
    ]);
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    expect(outcomes.find((outcome) => !outcome.ok)).toEqual({ ok: false, problem: { kind: 'stale' } });
  });
});

test('a bulk change moves the orders that can move, and names the others with the reason', async () => {
  const [one = '', two = '', three = ''] = [await placed(), await placed(), await placed()].map(
    ({ orderId }) => orderId,
  );
  await toStatus(two, 'cancelled');
  const confirm = { to: 'confirmed', reason: '' } as const;
  expect(await changeManyStatuses(staff, [one, two, three, 'ORD999999'], confirm)).toEqual({
    changed: [one, three],
    already: [],
    refused: [
      { orderId: two, problem: { kind: 'no-such-step', from: 'cancelled', to: 'confirmed' } },
      { orderId: 'ORD999999', problem: { kind: 'not-found' } },
    ],
  });
  expect(await changeManyStatuses(staff, [one, three], confirm)).toEqual({
    changed: [],
    already: [one, three],
    refused: [],
  });
});

test('a bulk cancellation saves its one reason with each order, and is refused without a reason', async () => {
  const made = [await placed(), await placed()].map(({ orderId }) => orderId);
  const silent = await changeManyStatuses(staff, made, { to: 'cancelled', reason: '' });
  expect(silent.refused.map(({ problem }) => problem.kind)).toEqual(['reason-missing', 'reason-missing']);
  const told = await changeManyStatuses(staff, made, { to: 'cancelled', reason: 'Storm' });
  expect(told.changed).toEqual(made);
  for (const orderId of made)
    expect((await auditOf(fresh.db, orderId)).at(-1)).toMatchObject({ reason: 'Storm' });
  // Completing needs an ID check for each order.
  expect(
    (await changeManyStatuses(staff, made, { to: 'completed', reason: '' })).refused[0]?.problem,
  ).toEqual({
    kind: 'hand-over-only',
  });
});
