/** Smaller limits until the first pickup: an account is an email address, and one person may have two dozen. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { defaultSettings } from '#core/ground/settings/settings.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { changeItems } from '#core/sales/orders/items-change/change-items.server.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aMug, bringTo, NOW, openForOrders, SLOT, stockOf, storedOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { placeOrder } from './place-order.server.ts';
import { reserveProduct } from './reserve-product.server.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  // The shop's own limits, as it ships them.
  await fresh.db
    .insert(storeSettings)
    .values({ name: 'holds', value: {} })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value: {} } });
});
beforeEach(invalidateSettings);
afterAll(async () => {
  expect(await checkInvariants(fresh.db)).toEqual([]);
  await fresh.stop();
});

const { unitsUntilPickup, ordersUntilPickup, unitsPerCustomer } = defaultSettings().holds;
const place = (person: SignedIn, productId: number, quantity: number) =>
  placeOrder(
    person,
    {
      ...{ key: randomUUID(), lines: [{ productId, quantity }], reservationId: null, again: true },
      ...{ slotStartsAt: SLOT, birthDate: null, expectedTotal: null },
    },
    NOW,
  );
const reserve = (person: SignedIn, productId: number, quantity: number) =>
  reserveProduct(person, { key: randomUUID(), productId, quantity, again: true }, NOW);
const people = (count: number) => Promise.all(Array.from({ length: count }, () => aPerson(fresh.db)));

test('24 new accounts of one mail domain cannot take the shelf, and the 25th shopper still gets some', async () => {
  // What 24 accounts took before: sixty units each.
  const shelf = await aMug(fresh.db, { onHand: 24 * unitsPerCustomer });
  for (const person of await people(24))
    for (const quantity of [60, 12, 6, 6, 5, 1, 1]) {
      // By both ways, at once: one press of each.
      await Promise.all([place(person, shelf, quantity), reserve(person, shelf, quantity)]);
    }
  expect(await stockOf(fresh.db, shelf)).toEqual({ onHand: 1440, held: 24 * unitsUntilPickup });
  const [shopper] = await people(1);
  if (!shopper) throw new Error('no shopper');
  expect((await place(shopper, shelf, unitsUntilPickup)).ok).toBe(true);
});

test('a new account may have two orders, of twelve units in all; its first pickup ends that', async () => {
  const staff = await aPerson(fresh.db, { role: 'staff', name: 'Sam Counter' });
  const [shopper] = await people(1);
  if (!shopper) throw new Error('no shopper');
  const mug = await aMug(fresh.db, { onHand: 500 });
  const problem = (wanted: object) => ({ ok: false, problem: { kind: 'too-much-held', problem: wanted } });
  const units = { counted: 'units', allowed: unitsUntilPickup, untilPickup: true };
  expect(await place(shopper, mug, 13)).toMatchObject(problem({ ...units, held: 0 }));
  const placed = await place(shopper, mug, 2);
  if (!placed.ok) throw new Error(JSON.stringify(placed.problem));
  const { orderId } = placed.value;
  expect((await reserve(shopper, mug, 1)).ok).toBe(true);
  const orders = { counted: 'orders', allowed: ordersUntilPickup, untilPickup: true, held: 2 };
  expect(await place(shopper, mug, 1)).toMatchObject(problem(orders));
  expect(await reserve(shopper, mug, 1)).toMatchObject(problem(orders));
  // An order may grow to the limit of units, and no further.
  const grow = async (quantity: number) => {
    const { version, items } = await storedOrder(fresh.db, orderId);
    const seen = { version, lines: items.map(({ productId, quantity }) => ({ productId, quantity })) };
    const lines = [{ productId: mug, quantity }];
    return changeItems(shopper, orderId, { lines, seen, expectedTotal: null }, NOW);
  };
  expect(await grow(12)).toMatchObject({ ok: false, problem: { ...units, held: 13 } });
  expect((await grow(11)).ok).toBe(true);

  await bringTo(staff, orderId, 'ready');
  const { version } = await storedOrder(fresh.db, orderId);
  const cash = { cashReceived: 100_000, idIssuer: '', idExpiresOn: '', idBirthDate: '', nameMatches: true };
  expect(await handOverOrder(staff, orderId, { version, ...cash }, NOW)).toMatchObject({ ok: true });
  expect((await place(shopper, mug, unitsPerCustomer - 1)).ok).toBe(true);
  expect(await place(shopper, mug, 1)).toMatchObject(
    problem({ counted: 'units', held: unitsPerCustomer, allowed: unitsPerCustomer, untilPickup: false }),
  );
});

test('one account that presses twenty times at once stays within the limits', async () => {
  const [shopper] = await people(1);
  if (!shopper) throw new Error('no shopper');
  const mug = await aMug(fresh.db, { onHand: 500 });
  const pressed = await Promise.all(
    Array.from({ length: 20 }, (_, nth) =>
      nth % 2 === 0 ? place(shopper, mug, 1) : reserve(shopper, mug, 1),
    ),
  );
  expect(pressed.filter(({ ok }) => ok)).toHaveLength(ordersUntilPickup);
});
