/** Tests that staff can choose any reservation status; stock follows, and refusals say why. */
import { randomUUID } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { reserveProduct } from '#core/sales/checkout/reserve-product.server.ts';
import { auditLog } from '#db/schema/audit.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { events } from '#db/schema/events.ts';
import { orderItems, pickupReservations } from '#db/schema/orders.ts';
import { lots } from '#db/schema/stock.ts';
import { type ReservationStatus, reservationStatuses } from '#kernel/statuses.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { anOrder, NOW, stockOf, storedOrder } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { recallLot } from '#tests/support/recalls.ts';
import { readMyReservations } from '../orders-queries.server.ts';
import { changeReservationStatus } from './change-reservation-status.server.ts';
import { expireHolds } from './expire-holds.server.ts';
import { stockEffect } from './reservation.ts';
import { reservationStatusMessage } from './reservation-status.ts';

const fresh = freshShop(afterAll);
let staff: SignedIn;

beforeAll(async () => {
  staff = await aPerson(fresh.db, { role: 'staff' });
});

async function reserved(onHand = 2, product: Parameters<typeof aProduct>[1] = {}) {
  const customer = await aPerson(fresh.db);
  const productId = await aProduct(fresh.db, { onHand, ...product });
  const made = await reserveProduct(customer, { productId, quantity: 2, key: randomUUID() }, NOW);
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  return { customer, productId, reservationId: made.value.reservationId };
}
const to = (
  reservationId: string,
  status: ReservationStatus,
  { seen, actor = staff, now = NOW }: { seen?: ReservationStatus; actor?: SignedIn; now?: typeof NOW } = {},
) => changeReservationStatus(actor, { reservationId, status, ...(seen ? { seen } : {}) }, now);
const rowOf = async (id: string) =>
  (await fresh.db.select().from(pickupReservations).where(eq(pickupReservations.id, id)))[0];
const newest = async (id: string) =>
  (
    await fresh.db
      .select({ payload: events.payload, actorId: events.actorId })
      .from(events)
      .where(eq(events.subjectId, id))
      .orderBy(desc(events.createdAt), desc(events.id))
      .limit(1)
  )[0];

const pairs = reservationStatuses.flatMap((from) => reservationStatuses.map((next) => [from, next] as const));

test.each(pairs)(
  'from %s to %s changes status and stock, with an audit entry and a notification',
  async (from, next) => {
    const { productId, reservationId } = await reserved();
    if (from !== 'pending') await to(reservationId, from);
    expect(await to(reservationId, next)).toEqual({ ok: true, value: { before: from } });
    expect(await rowOf(reservationId)).toMatchObject({ status: next });
    const effect = stockEffect[next];
    expect(await stockOf(fresh.db, productId)).toEqual({
      onHand: effect === 'sold' ? 0 : 2,
      held: effect === 'holds' ? 2 : 0,
    });
    if (from === next) return;
    const [entry] = await fresh.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectType, 'reservation'), eq(auditLog.subjectId, reservationId)))
      .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
      .limit(1);
    expect(entry).toMatchObject({ actorId: staff.userId, before: { status: from }, after: { status: next } });
    expect(await newest(reservationId)).toMatchObject({
      actorId: staff.userId,
      payload:
        next === 'cancelled' ? { kind: 'reservation-cancelled' } : { kind: 'reservation-changed', to: next },
    });
  },
);

test('a hold ends at the first closing time after its period', async () => {
  const { reservationId } = await reserved();
  // Made on Saturday at noon; on Sunday the store closes at 5 PM.
  expect((await rowOf(reservationId))?.holdExpiresAt?.toISOString()).toBe('2026-06-07T21:00:00.000Z');
});

test('a reservation that is pending again gets a full new hold, and then ends', async () => {
  const { customer, reservationId } = await reserved();
  await to(reservationId, 'cancelled');
  const later = NOW.add({ hours: 200 });
  await to(reservationId, 'pending', { now: later });
  // 200 hours after Saturday noon plus the 24-hour hold is Monday 8 PM: the store closes Tuesday at 7 PM.
  expect((await rowOf(reservationId))?.holdExpiresAt?.toISOString()).toBe('2026-06-16T23:00:00.000Z');
  expect(await readMyReservations(customer, later)).toMatchObject([{ id: reservationId, inHand: null }]);
  await expireHolds(NOW.add({ hours: 400 }));
  expect(await rowOf(reservationId)).toMatchObject({ status: 'cancelled' });
});

test('the customer still sees a reservation that staff handle, and cannot choose for it', async () => {
  const { customer, reservationId } = await reserved();
  await to(reservationId, 'confirmed');
  expect(await readMyReservations(customer, NOW)).toMatchObject([
    { id: reservationId, inHand: expect.stringMatching(/^Confirmed/), heldUntil: null },
  ]);
  await to(reservationId, 'fulfilled');
  expect(await readMyReservations(customer, NOW)).toEqual([]);
});

test('when two staff act at once, the second reads the current status', async () => {
  const { reservationId } = await reserved();
  const outcomes = await Promise.all([
    to(reservationId, 'confirmed', { seen: 'pending' }),
    to(reservationId, 'cancelled', { seen: 'pending' }),
  ]);
  const lost = outcomes.find(({ ok }) => !ok);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  if (!lost || lost.ok) throw new Error('both went through');
  expect(reservationStatusMessage(lost.problem)).toMatch(
    /^Failed to update status\. Someone else set it to ‘(Confirmed|Canceled)’/,
  );
  // Two people who choose the same status do not conflict.
  const other = await reserved();
  const same = await Promise.all([1, 2].map(() => to(other.reservationId, 'confirmed', { seen: 'pending' })));
  expect(same.map(({ ok }) => ok)).toEqual([true, true]);
});

describe('a change of status is refused', () => {
  test('to customers, even for their own reservation, and for an unknown one', async () => {
    const { customer, reservationId } = await reserved();
    expect(await to(reservationId, 'fulfilled', { actor: customer })).toEqual({
      ok: false,
      problem: { kind: 'not-allowed' },
    });
    for (const id of [randomUUID(), 'x'])
      expect(await to(id, 'cancelled')).toEqual({ ok: false, problem: { kind: 'not-found' } });
  });

  test('for promising, confirming or fulfilling while units are missing', async () => {
    const { productId, reservationId } = await reserved();
    const admin = await aPerson(fresh.db, { role: 'admin' });
    const [lot] = await fresh.db.select({ id: lots.id }).from(lots).where(eq(lots.productId, productId));
    await recallLot(admin, { lotId: lot?.id ?? 0, reason: 'Mold' }, NOW);
    const before = await rowOf(reservationId);
    for (const status of ['reserved', 'confirmed', 'fulfilled'] as const) {
      const outcome = await to(reservationId, status);
      expect(outcome).toMatchObject({ ok: false, problem: { kind: 'not-available' } });
      expect(await rowOf(reservationId)).toEqual(before);
    }
    expect((await to(reservationId, 'submitted')).ok).toBe(true);
    expect((await to(reservationId, 'cancelled')).ok).toBe(true);
  });

  test('if the units have gone to another customer', async () => {
    const { productId, reservationId } = await reserved();
    await to(reservationId, 'cancelled');
    const other = await aPerson(fresh.db);
    await reserveProduct(other, { productId, quantity: 1, key: randomUUID() }, NOW);
    const outcome = await to(reservationId, 'reserved');
    expect(outcome).toEqual({ ok: false, problem: { kind: 'not-available', missing: 1 } });
    expect(await rowOf(reservationId)).toMatchObject({ status: 'cancelled' });
  });

  test.each([
    [{ isBanned: true }, 'banned'],
    [{ isVerifiedOver21: false }, 'rejected'],
    [{ birthDate: '2010-01-01' }, 'age'],
  ] as const)('for holding again for a customer with %o', async (facts, kind) => {
    const { customer, reservationId } = await reserved();
    await to(reservationId, 'cancelled');
    await fresh.db.update(customerProfiles).set(facts).where(eq(customerProfiles.userId, customer.userId));
    expect(await to(reservationId, 'pending')).toMatchObject({ ok: false, problem: { kind } });
  });

  test('if it would separate a reservation from its order, with a message that names the order', async () => {
    const customer = await aPerson(fresh.db);
    const productId = await aProduct(fresh.db);
    const orderId = await anOrder(customer, [[productId, 1]]);
    const { id } = await storedOrder(fresh.db, orderId);
    const [item] = await fresh.db.select().from(orderItems).where(eq(orderItems.orderId, id));
    const reservationId = item?.reservationId ?? '';
    for (const status of ['submitted', 'confirmed', 'reserved'] as const)
      expect((await to(reservationId, status)).ok).toBe(true);
    for (const status of ['pending', 'fulfilled', 'cancelled'] as const) {
      const outcome = await to(reservationId, status);
      if (outcome.ok) throw new Error(`${status} went through`);
      expect(reservationStatusMessage(outcome.problem)).toContain(`It belongs to ${orderId}`);
    }
    expect(await rowOf(reservationId)).toMatchObject({ status: 'reserved' });
  });
});
