/** Several reservations of a customer become one order with one pickup time, or none of them does. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readMyReservations } from '#core/sales/orders/orders-queries.server.ts';
import { cancelReservation } from '#core/sales/orders/reservations/cancel-reservation.server.ts';
import { orderItems, orders, pickupReservations } from '#db/schema/orders.ts';
import { pickupSlots } from '#db/schema/pickup.ts';
import { readCheckout } from '#shop/checkout/checkout-queries.server.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { NOW, SLOT } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { placeOrder } from './place-order.server.ts';
import { reserveProduct } from './reserve-product.server.ts';

const fresh = freshShop(afterAll);
let customer: SignedIn;

beforeEach(async () => {
  customer = await aPerson(fresh.db);
});
afterEach(async () => {
  expect(await checkInvariants(fresh.db)).toEqual([]);
});

/** Half of what the state allows one person: both together reach the limit, and count once. */
const aHalf = () => aProduct(fresh.db, { limitMg: 42_500 });

async function reserve(productId: number, who = customer): Promise<string> {
  const made = await reserveProduct(who, { productId, quantity: 1, key: randomUUID(), again: true }, NOW);
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  return made.value.reservationId;
}

function take(held: readonly string[], key: string = randomUUID()) {
  const [reservationId = null, ...withReservations] = held;
  const wanted = { key, lines: [], reservationId, withReservations, slotStartsAt: SLOT };
  return placeOrder(customer, { ...wanted, birthDate: null, expectedTotal: null }, NOW);
}

const ordersOf = () => fresh.db.select().from(orders).where(eq(orders.userId, customer.userId));
const takenOf = async () =>
  (
    await fresh.db
      .select()
      .from(pickupSlots)
      .where(eq(pickupSlots.startsAt, new Date(SLOT)))
  )[0]?.taken ?? 0;

test('two become one order with both lines and one place in the slot, at the total that checkout shows', async () => {
  const [hat, jar] = [await aHalf(), await aHalf()];
  const held = [await reserve(hat), await reserve(jar)];
  const before = await takenOf();
  const view = await readCheckout(customer, { reservationIds: held }, NOW);
  expect(view?.closed).toEqual([]);
  expect(view?.reserved).toMatch(/^2 reserved products, one order and one pickup time\. Held until /);
  expect(await take(held)).toMatchObject({ ok: true, value: { repeated: false } });
  const [order, ...others] = await ordersOf();
  expect(others).toEqual([]);
  expect(order?.total).toBe(view?.total);
  const items = await fresh.db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, order?.id ?? ''));
  expect(items.map(({ reservationId }) => reservationId).sort()).toEqual(held.sort());
  expect(await takenOf()).toBe(before + 1);
  expect(await readMyReservations(customer, NOW)).toEqual([]);
});

test('pressed twice, in two tabs and in another order, they are one order', async () => {
  const held = [await reserve(await aHalf()), await reserve(await aHalf())];
  const key = randomUUID();
  const answers = await Promise.all([take(held, key), take(held.toReversed(), key), take(held)]);
  expect(await ordersOf()).toHaveLength(1);
  const refused = answers.filter(({ ok }) => !ok);
  for (const answer of refused)
    expect(answer).toMatchObject({
      problem: { kind: 'reservation-gone', orderId: expect.stringMatching(/^ORD/) },
    });
  expect(await take(held.toReversed(), key)).toEqual(await take(held, key));
});

test('one that has ended is named and nothing is ordered; the other is ordered by the next press', async () => {
  const [gone, left] = [await reserve(await aHalf()), await reserve(await aHalf())];
  expect(await cancelReservation(customer, gone, NOW)).toMatchObject({ ok: true });
  const key = randomUUID();
  expect(await take([gone, left], key)).toEqual({
    ok: false,
    problem: { kind: 'reservation-gone', orderId: null, stillHeld: 1 },
  });
  expect(await ordersOf()).toEqual([]);
  const view = await readCheckout(customer, { reservationIds: [gone, left] }, NOW);
  expect(view?.reservationIds).toEqual([left]);
  expect(await take([left], key)).toMatchObject({ ok: true });
});

test('another person’s, and two of one product, are not taken together', async () => {
  const productId = await aProduct(fresh.db);
  const own = [await reserve(productId), await reserve(productId)];
  const theirs = await reserve(await aHalf(), await aPerson(fresh.db));
  expect(await take([own[0] ?? '', theirs])).toMatchObject({ problem: { kind: 'reservation-gone' } });
  expect(await take(own)).toMatchObject({ problem: { kind: 'cart-changed' } });
  expect((await readCheckout(customer, { reservationIds: own }, NOW))?.reservationIds).toHaveLength(1);
  expect(await ordersOf()).toEqual([]);
  const [row] = await fresh.db.select().from(pickupReservations).where(eq(pickupReservations.id, theirs));
  expect(row?.status).toBe('pending');
});
