import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { cancelOrder } from '#core/sales/orders/cancel-order.server.ts';
import { cancelReservation } from '#core/sales/orders/reservations/cancel-reservation.server.ts';
import { products } from '#db/schema/catalogue.ts';
import { idempotencyKeys } from '#db/schema/checkout.ts';
import { orders, pickupReservations } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { placeOrder } from './place-order.server.ts';
import { reserveProduct } from './reserve-product.server.ts';

let fresh: FreshDatabase;
const now = Temporal.Instant.from('2026-06-06T16:00:00Z');

/** Limits of customers who have picked up before, for people who have not. */
const known = { unitsUntilPickup: 100, ordersUntilPickup: 100 };
const setHolds = async (value: object) => {
  await fresh.db
    .insert(storeSettings)
    .values({ name: 'holds', value })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value } });
  invalidateSettings();
};

beforeAll(async () => {
  fresh = await freshDatabase();
  await setHolds(known);
});
beforeEach(invalidateSettings);
afterAll(async () => {
  expect(await checkInvariants(fresh.db)).toEqual([]);
  await fresh.stop();
});

type Wish = Parameters<typeof placeOrder>[1];

const anInput = (wanted: Partial<Wish>): Wish => ({
  key: randomUUID(),
  lines: [],
  reservationId: null,
  slotStartsAt: '2026-06-06T18:00:00Z',
  birthDate: null,
  expectedTotal: null,
  ...wanted,
});
const place = (actor: SignedIn, wanted: Partial<Wish>) => placeOrder(actor, anInput(wanted), now);
const reserve = (
  actor: SignedIn,
  productId: number,
  wanted: Partial<Parameters<typeof reserveProduct>[1]> = {},
) => reserveProduct(actor, { productId, quantity: 1, key: randomUUID(), ...wanted }, now);
const aLure = () =>
  aProduct(fresh.db, {
    productType: 'fly_fishing',
    taxClass: 'merchandise',
    requiresId: false,
    limitCategory: null,
    limitMg: null,
    onHand: 900,
  });

test('a key sent again after its order was canceled answers with that order and its current status', async () => {
  const robin = await aPerson(fresh.db);
  const input = anInput({ lines: [{ productId: await aProduct(fresh.db), quantity: 1 }] });
  const first = await placeOrder(robin, input, now);
  if (!first.ok) throw new Error(JSON.stringify(first.problem));
  await cancelOrder(robin, first.value.orderId, now);
  expect(await placeOrder(robin, input, now)).toEqual({
    ok: true,
    value: { ...first.value, repeated: true, status: 'cancelled' },
  });
});

test('a reservation’s key answers with its current state: held, ordered, ended, off the menu', async () => {
  const robin = await aPerson(fresh.db);
  const product = await aProduct(fresh.db);
  const key = randomUUID();
  const first = await reserve(robin, product, { key });
  if (!first.ok) throw new Error(JSON.stringify(first.problem));
  const { reservationId } = first.value;
  await fresh.db.update(products).set({ forSale: false }).where(eq(products.id, product));
  expect(await reserve(robin, product, { key })).toEqual(first);
  await fresh.db.update(products).set({ forSale: true }).where(eq(products.id, product));
  const placed = await place(robin, { reservationId });
  if (!placed.ok) throw new Error(JSON.stringify(placed.problem));
  const { orderId } = placed.value;
  expect(await reserve(robin, product, { key })).toMatchObject({
    value: { became: { kind: 'ordered', orderId } },
  });
  expect(await place(robin, { reservationId })).toEqual({
    ok: false,
    problem: { kind: 'reservation-gone', orderId },
  });
  await cancelOrder(robin, orderId, now);
  expect(await reserve(robin, product, { key })).toMatchObject({ value: { became: { kind: 'ended' } } });
});

test('an order of a reservation that is sent again after an upgrade answers with that order', async () => {
  const robin = await aPerson(fresh.db);
  const held = await reserve(robin, await aProduct(fresh.db));
  if (!held.ok) throw new Error(JSON.stringify(held.problem));
  const input = anInput({ reservationId: held.value.reservationId });
  const first = await placeOrder(robin, input, now);
  if (!first.ok) throw new Error(JSON.stringify(first.problem));
  // Stored the way the previous version did.
  const stored = eq(idempotencyKeys.key, input.key);
  await fresh.db.update(idempotencyKeys).set({ input: sql`replace(input, 'held ', '')` }).where(stored);
  expect(await placeOrder(robin, input, now)).toEqual({
    ok: true,
    value: { ...first.value, repeated: true },
  });
});

test('the same items from two tabs at once make one order and a question, which a second press answers', async () => {
  const robin = await aPerson(fresh.db);
  const [one, two] = [await aProduct(fresh.db), await aProduct(fresh.db)];
  const lines = [one, two].map((productId) => ({ productId, quantity: 1 }));
  const tabs = await Promise.all([
    place(robin, { lines }),
    // A different line order and pickup time, but the same items.
    place(robin, { lines: lines.toReversed(), slotStartsAt: '2026-06-06T19:00:00Z' }),
  ]);
  expect(tabs.filter(({ ok }) => ok)).toHaveLength(1);
  const asked = tabs.find(({ ok }) => !ok);
  expect(asked).toEqual({ ok: false, problem: { kind: 'same-again', minutesAgo: 0 } });
  expect(await fresh.db.select().from(orders).where(eq(orders.userId, robin.userId))).toHaveLength(1);
  const input = anInput({ lines });
  expect(await placeOrder(robin, input, now)).toEqual(asked);
  expect((await placeOrder(robin, { ...input, again: true }, now)).ok).toBe(true);
});

test('other items, other people, canceled orders and older orders raise no question', async () => {
  const [robin, kim] = [await aPerson(fresh.db), await aPerson(fresh.db)];
  const [one, two] = [await aProduct(fresh.db), await aProduct(fresh.db)];
  const lines = [{ productId: one, quantity: 1 }];
  const first = await place(robin, { lines });
  if (!first.ok) throw new Error(JSON.stringify(first.problem));
  expect((await place(kim, { lines })).ok).toBe(true);
  expect((await place(robin, { lines: [{ productId: one, quantity: 2 }] })).ok).toBe(true);
  expect((await place(robin, { lines: [{ productId: two, quantity: 1 }] })).ok).toBe(true);
  await cancelOrder(robin, first.value.orderId, now);
  expect((await place(robin, { lines })).ok).toBe(true);
  await fresh.db
    .update(idempotencyKeys)
    .set({ createdAt: sql`now() - interval '11 minutes'` })
    .where(eq(idempotencyKeys.userId, robin.userId));
  expect((await place(robin, { lines })).ok).toBe(true);
});

test('Reserve for Pickup pressed in two tabs makes one reservation and a question', async () => {
  const robin = await aPerson(fresh.db);
  const product = await aProduct(fresh.db);
  const tabs = await Promise.all([reserve(robin, product), reserve(robin, product)]);
  expect(tabs.filter(({ ok }) => ok)).toHaveLength(1);
  expect(tabs.find(({ ok }) => !ok)).toMatchObject({ problem: { kind: 'same-again', minutesAgo: 0 } });
  expect((await reserve(robin, product, { again: true })).ok).toBe(true);
  const held = await fresh.db
    .select()
    .from(pickupReservations)
    .where(eq(pickupReservations.userId, robin.userId));
  for (const { id } of held) await cancelReservation(robin, id, now);
  expect((await reserve(robin, product)).ok).toBe(true);
});

test('a customer cannot reserve more than sixty units and thirty lines in all', async () => {
  const robin = await aPerson(fresh.db);
  const shelf = await Promise.all(Array.from({ length: 21 }, aLure));
  const outcomes = await Promise.all(shelf.map((product) => reserve(robin, product, { quantity: 900 })));
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(0);
  const smaller = await Promise.all(shelf.map((product) => reserve(robin, product, { quantity: 20 })));
  expect(smaller.filter(({ ok }) => ok)).toHaveLength(3);
  expect(smaller.find(({ ok }) => !ok)).toMatchObject({
    problem: { kind: 'too-much-held', problem: { counted: 'units', held: 60, allowed: 60 } },
  });
  const lines = shelf.map((productId) => ({ productId, quantity: 1 }));
  expect(await place(robin, { lines })).toMatchObject({ ok: false, problem: { kind: 'too-much-held' } });
  const kim = await aPerson(fresh.db);
  expect((await place(kim, { lines })).ok).toBe(true);
  expect(await place(kim, { lines, again: true })).toMatchObject({
    ok: false,
    problem: { kind: 'too-much-held', problem: { counted: 'products', held: 21, allowed: 30 } },
  });
});

test('a reservation that becomes an order counts once', async () => {
  const robin = await aPerson(fresh.db);
  await setHolds({ unitsPerCustomer: 5, linesPerCustomer: 1 });
  const held = await reserve(robin, await aLure(), { quantity: 5 });
  if (!held.ok) throw new Error(JSON.stringify(held.problem));
  expect(await reserve(robin, await aLure())).toMatchObject({ problem: { kind: 'too-much-held' } });
  expect((await place(robin, { reservationId: held.value.reservationId })).ok).toBe(true);
  await setHolds(known);
});
