/**
 * Tests 'Mark Submitted → Create Order': it creates one order, even from several requests, and applies every rule of
 * checkout.
 */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { changeReservationStatus } from '#core/sales/orders/reservations/change-reservation-status.server.ts';
import { products } from '#db/schema/catalogue.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { users } from '#db/schema/identity.ts';
import { orderReceipts, orders, pickupReservations } from '#db/schema/orders.ts';
import { pickupSlots } from '#db/schema/pickup.ts';
import { lots } from '#db/schema/stock.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import {
  auditOf,
  bringTo,
  eventsOf,
  LATER_SLOT,
  NOW,
  openForOrders,
  SLOT,
  stockOf,
  storedOrder,
  takenIn,
} from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { reserveProduct } from './reserve-product.server.ts';
import { submitReservation } from './submit-reservation.server.ts';

const CAPACITY = 200;
let fresh: FreshDatabase;
let staff: SignedIn;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db, CAPACITY);
  staff = await aPerson(fresh.db, { role: 'staff', name: 'Sam Counter' });
});
afterAll(async () => {
  expect(await checkInvariants(fresh.db)).toEqual([]);
  await fresh.stop();
});

async function reserved(
  wanted: Parameters<typeof aProduct>[1] & { quantity?: number } = {},
): Promise<{ customer: SignedIn; productId: number; reservationId: string }> {
  const { quantity = 2, ...product } = wanted;
  const customer = await aPerson(fresh.db, { name: 'Wren Hale' });
  const productId = await aProduct(fresh.db, product);
  const made = await reserveProduct(customer, { productId, quantity, key: randomUUID() }, NOW);
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  return { customer, productId, reservationId: made.value.reservationId };
}
const submit = (reservationId: string, actor: SignedIn = staff, slotStartsAt: string | null = LATER_SLOT) =>
  submitReservation(actor, { reservationId, slotStartsAt }, NOW);
const ordersOf = ({ userId }: SignedIn) => fresh.db.select().from(orders).where(eq(orders.userId, userId));
const reservationOf = async (id: string) =>
  (await fresh.db.select().from(pickupReservations).where(eq(pickupReservations.id, id)))[0];

test('a submitted reservation becomes a confirmed order with pending payment, and requests a receipt', async () => {
  const { customer, productId, reservationId } = await reserved({ retailPrice: 4500 });
  const before = await stockOf(fresh.db, productId);
  const outcome = await submit(reservationId);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  const { orderId } = outcome.value;
  const order = await storedOrder(fresh.db, orderId);
  expect(order).toMatchObject({
    userId: customer.userId,
    userEmail: customer.email,
    userName: 'Wren Hale',
    status: 'confirmed',
    paymentStatus: 'pending',
    orderType: 'cannabis_pickup',
    reservationId,
    subtotal: 9000,
    tax: 1080,
    cannabisTax: 1080,
    total: 10_080,
    birthDate: '1995-06-15',
    pickupStartsAt: new Date(LATER_SLOT),
  });
  expect(order.items).toMatchObject([{ productId, quantity: 2, unitPrice: 4500, reservationId }]);
  expect(await reservationOf(reservationId)).toMatchObject({ status: 'confirmed', holdExpiresAt: null });
  expect(await stockOf(fresh.db, productId)).toEqual(before);
  expect(await eventsOf(fresh.db, orderId)).toEqual(['order-confirmed']);
  expect(await auditOf(fresh.db, orderId)).toMatchObject([{ action: 'order.created', who: 'Sam Counter' }]);
  expect(
    await fresh.db.select().from(orderReceipts).where(eq(orderReceipts.orderId, order.id)),
  ).toMatchObject([{ version: 1, requestedBy: staff.userId, storedAt: null }]);
});

test('twenty requests at once, by two people, make one order', async () => {
  const { customer, reservationId } = await reserved();
  const admin = await aPerson(fresh.db, { role: 'admin' });
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, press) => submit(reservationId, press % 2 ? admin : staff)),
  );
  expect(await ordersOf(customer)).toHaveLength(1);
  expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
  const values = outcomes.map((outcome) => (outcome.ok ? outcome.value : null));
  expect(values.filter((value) => value?.repeated === false)).toHaveLength(1);
  expect(new Set(values.map((value) => value?.orderId)).size).toBe(1);
});

test('when two staff act on one reservation, an order or a cancellation results, never both', async () => {
  for (let round = 0; round < 5; round++) {
    const { customer, productId, reservationId } = await reserved({ onHand: 2 });
    const [made, ended] = await Promise.all([
      submit(reservationId),
      changeReservationStatus(staff, { reservationId, status: 'cancelled', seen: 'pending' }, NOW),
    ]);
    expect([made.ok, ended.ok].filter(Boolean)).toHaveLength(1);
    expect(await ordersOf(customer)).toHaveLength(made.ok ? 1 : 0);
    expect(await stockOf(fresh.db, productId)).toEqual({ onHand: 2, held: made.ok ? 2 : 0 });
  }
});

test('when one cancels and one completes, one succeeds, and stock matches its ledger', async () => {
  for (let round = 0; round < 5; round++) {
    const { productId, reservationId } = await reserved({ onHand: 2 });
    const made = await submit(reservationId);
    if (!made.ok) throw new Error(JSON.stringify(made.problem));
    const { orderId } = made.value;
    await bringTo(staff, orderId, 'ready');
    const { version } = await storedOrder(fresh.db, orderId);
    const id = {
      idKind: 'driver_license',
      idIssuer: 'New York',
      idExpiresOn: '2030-01-01',
      idBirthDate: '1995-06-15',
      nameMatches: true,
    } as const;
    const [cancelled, completed] = await Promise.all([
      changeOrderStatus(staff, { orderId, to: 'cancelled', reason: 'Called', version }, NOW),
      handOverOrder(staff, orderId, { version, ...id, cashReceived: 100_000 }, NOW),
    ]);
    expect([cancelled.ok, completed.ok].filter(Boolean), JSON.stringify([cancelled, completed])).toHaveLength(
      1,
    );
    expect(await stockOf(fresh.db, productId)).toEqual({ onHand: completed.ok ? 0 : 2, held: 0 });
    expect(await checkInvariants(fresh.db)).toEqual([]);
  }
});

test('a reservation without a pickup time needs one, and it must be an offered time', async () => {
  const { customer, reservationId } = await reserved();
  for (const [slot, kind] of [
    [null, 'time-missing'],
    ['', 'time-missing'],
    ['soon', 'time-missing'],
    ['2026-06-06T07:00:00.000Z', 'slot-closed'],
  ] as const)
    expect(await submit(reservationId, staff, slot)).toEqual({ ok: false, problem: { kind } });
  expect(await ordersOf(customer)).toEqual([]);
  expect(await reservationOf(reservationId)).toMatchObject({ status: 'pending', pickupTime: null });
  const before = await takenIn(fresh.db, SLOT);
  expect(await submit(reservationId, staff, SLOT)).toMatchObject({ ok: true });
  expect(await takenIn(fresh.db, SLOT)).toBe(before + 1);
  expect(await reservationOf(reservationId)).toMatchObject({ pickupTime: new Date(SLOT) });
});

describe('a reservation with a pickup time', () => {
  const at = (reservationId: string, time: string | null) =>
    fresh.db
      .update(pickupReservations)
      .set({ pickupTime: time === null ? null : new Date(time) })
      .where(eq(pickupReservations.id, reservationId));

  test('takes its place in the slot, if there is one', async () => {
    const one = await reserved();
    await at(one.reservationId, SLOT);
    const made = await submit(one.reservationId, staff, null);
    expect(made.ok).toBe(true);
    expect((await ordersOf(one.customer))[0]?.pickupStartsAt?.toISOString()).toBe(SLOT);
    expect(await takenIn(fresh.db, SLOT)).toBe(2);

    const full = await reserved();
    await at(full.reservationId, SLOT);
    const wasTaken = { taken: CAPACITY };
    await fresh.db
      .update(pickupSlots)
      .set(wasTaken)
      .where(eq(pickupSlots.startsAt, new Date(SLOT)));
    expect(await submit(full.reservationId, staff, null)).toEqual({
      ok: false,
      problem: { kind: 'slot-full' },
    });
    expect(await ordersOf(full.customer)).toEqual([]);
    expect(await reservationOf(full.reservationId)).toMatchObject({ status: 'pending' });
    await fresh.db
      .update(pickupSlots)
      .set({ taken: 2 })
      .where(eq(pickupSlots.startsAt, new Date(SLOT)));
    await at(full.reservationId, null);
  });

  test('does not become an order for a time at which the store is closed', async () => {
    const one = await reserved();
    await at(one.reservationId, '2026-06-06T07:00:00.000Z');
    expect(await submit(one.reservationId, staff, null)).toEqual({
      ok: false,
      problem: { kind: 'slot-closed' },
    });
    await at(one.reservationId, null);
  });
});

describe('submitting a reservation is refused', () => {
  test('to customers and guests, and for an unknown reservation', async () => {
    const { customer, reservationId } = await reserved();
    expect(await submit(reservationId, customer)).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
    expect(
      await submitReservation({ kind: 'guest' }, { reservationId, slotStartsAt: null }, NOW),
    ).toMatchObject({ ok: false });
    for (const id of [randomUUID(), 'x', '\0'])
      expect(await submit(id)).toEqual({ ok: false, problem: { kind: 'not-found' } });
    expect(await ordersOf(customer)).toEqual([]);
  });

  test.each([
    ['banned', { isBanned: true }, 'banned'],
    ['rejected', { isVerifiedOver21: false }, 'rejected'],
    ['of unknown age', { birthDate: null }, 'age'],
    ['too young', { birthDate: '2005-06-07' }, 'age'],
  ] as const)('for a customer who is %s', async (_, facts, kind) => {
    const { customer, reservationId } = await reserved();
    await fresh.db.update(customerProfiles).set(facts).where(eq(customerProfiles.userId, customer.userId));
    expect(await submit(reservationId)).toMatchObject({ ok: false, problem: { kind } });
    expect(await ordersOf(customer)).toEqual([]);
  });

  test('if price or address is missing', async () => {
    const free = await reserved();
    await fresh.db.update(products).set({ retailPrice: 0 }).where(eq(products.id, free.productId));
    expect(await submit(free.reservationId)).toEqual({ ok: false, problem: { kind: 'missing-info' } });
    const nameless = await reserved();
    await fresh.db
      .update(users)
      .set({ email: `gone-${randomUUID()}` })
      .where(eq(users.id, nameless.customer.userId));
    expect(await submit(nameless.reservationId)).toEqual({ ok: false, problem: { kind: 'missing-info' } });
  });

  test('if the product is off the menu, over the limit, or in lots that are not sellable', async () => {
    const off = await reserved();
    await fresh.db.update(products).set({ forSale: false }).where(eq(products.id, off.productId));
    expect(await submit(off.reservationId)).toMatchObject({ problem: { kind: 'not-on-menu' } });

    const much = await reserved({ limitMg: 3500 });
    await fresh.db.update(products).set({ limitMg: 50_000 }).where(eq(products.id, much.productId));
    expect(await submit(much.reservationId)).toMatchObject({ problem: { kind: 'over-limit' } });

    const old = await reserved({ expiresOn: '2026-06-20' });
    await fresh.db.update(lots).set({ expiresOn: '2026-06-05' }).where(eq(lots.productId, old.productId));
    expect(await submit(old.reservationId)).toMatchObject({
      problem: { kind: 'not-available', available: 0 },
    });
    for (const { customer } of [off, much, old]) expect(await ordersOf(customer)).toEqual([]);
  });

  test('if the reservation is not pending', async () => {
    const { reservationId } = await reserved();
    await changeReservationStatus(staff, { reservationId, status: 'submitted' }, NOW);
    expect(await submit(reservationId)).toEqual({
      ok: false,
      problem: { kind: 'not-pending', status: 'submitted' },
    });
  });
});
