import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { invalidateTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { cancelOrder } from '#core/sales/orders/cancel-order.server.ts';
import { cancelReservation } from '#core/sales/orders/reservations/cancel-reservation.server.ts';
import { expireHolds } from '#core/sales/orders/reservations/expire-holds.server.ts';
import { userActivity } from '#db/schema/activity.ts';
import { taxRules } from '#db/schema/compliance.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { events } from '#db/schema/events.ts';
import { orderItems, orders, pickupReservations } from '#db/schema/orders.ts';
import { pickupSlots } from '#db/schema/pickup.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { productStock, stockLedger } from '#db/schema/stock.ts';
import { isDatabaseAway } from '#platform/database-error.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { placeOrder } from './place-order.server.ts';
import { reserveProduct } from './reserve-product.server.ts';

let fresh: FreshDatabase;
/** Saturday noon in Hancock, NY. */
const now = Temporal.Instant.from('2026-06-06T16:00:00Z');
/** 2:00 PM the same day. */
const slot = '2026-06-06T18:00:00Z';

beforeAll(async () => {
  fresh = await freshDatabase();
  await fresh.db
    .insert(taxRules)
    .values({ taxClass: '*', name: 'Estimated Tax', rate: 1200, from: '2024-01-01' });
  await fresh.db.insert(storeSettings).values({ name: 'pickup', value: { capacity: 1000 } });
});
beforeEach(() => {
  invalidateSettings();
  invalidateTaxRules();
});
afterAll(() => fresh.stop());

type Wish = Parameters<typeof placeOrder>[1];

const anInput = (wanted: Partial<Wish>): Wish => ({
  key: randomUUID(),
  lines: [],
  reservationId: null,
  slotStartsAt: slot,
  birthDate: null,
  expectedTotal: null,
  // These tests reserve the same items repeatedly.
  again: true,
  ...wanted,
});

async function place(actor: SignedIn, wanted: Partial<Wish>) {
  return placeOrder(actor, anInput(wanted), now);
}

async function stockOf(productId: number) {
  const [row] = await fresh.db.select().from(productStock).where(eq(productStock.productId, productId));
  const [sum] = await fresh.db
    .select({
      onHand: sql<number>`coalesce(sum(on_hand_change), 0)::int`,
      held: sql<number>`coalesce(sum(held_change), 0)::int`,
    })
    .from(stockLedger)
    .where(eq(stockLedger.productId, productId));
  expect({ onHand: row?.onHand, held: row?.held }).toEqual(sum);
  return { onHand: row?.onHand, held: row?.held };
}

describe('a checkout', () => {
  test('writes order, lines with tax, reservations, ledger, slot and event together', async () => {
    const robin = await aPerson(fresh.db);
    const flower = await aProduct(fresh.db, { retailPrice: 4500 });
    const mug = await aProduct(fresh.db, {
      retailPrice: 1999,
      productType: 'home_decor',
      taxClass: 'merchandise',
      requiresId: false,
      limitCategory: null,
      limitMg: null,
    });
    const outcome = await place(robin, {
      lines: [
        { productId: flower, quantity: 2 },
        { productId: mug, quantity: 1 },
      ],
    });
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
    const [order] = await fresh.db.select().from(orders).where(eq(orders.id, outcome.value.id));
    expect(order).toMatchObject({
      orderId: outcome.value.orderId,
      status: 'pending',
      paymentStatus: 'pay_on_pickup',
      orderType: 'cannabis_pickup',
      subtotal: 10_999,
      tax: 1320,
      cannabisTax: 1080,
      total: 12_319,
      birthDate: '1995-06-15',
      pickupStartsAt: new Date(slot),
    });
    const lines = await fresh.db
      .select()
      .from(orderItems)
      .where(eq(orderItems.orderId, outcome.value.id))
      .orderBy(asc(orderItems.position));
    expect(lines.map((line) => [line.quantity, line.unitPrice, line.amount, line.tax, line.total])).toEqual([
      [2, 4500, 9000, 1080, 10_080],
      [1, 1999, 1999, 240, 2239],
    ]);
    const held = await fresh.db
      .select()
      .from(pickupReservations)
      .where(eq(pickupReservations.userId, robin.userId));
    expect(held.map((reservation) => reservation.status)).toEqual(['reserved', 'reserved']);
    expect(await stockOf(flower)).toEqual({ onHand: 10, held: 2 });
    const told = await fresh.db.select().from(events).where(eq(events.subjectId, outcome.value.id));
    expect(told.map((event) => event.kind)).toEqual(['order-placed']);
  });

  test('refused at its last step leaves nothing behind', async () => {
    const robin = await aPerson(fresh.db);
    const product = await aProduct(fresh.db);
    const fullSlot = '2026-06-06T19:00:00Z';
    await fresh.db.insert(pickupSlots).values({ startsAt: new Date(fullSlot), taken: 1000 });
    const outcome = await place(robin, {
      lines: [{ productId: product, quantity: 1 }],
      slotStartsAt: fullSlot,
    });
    expect(outcome).toMatchObject({ ok: false, problem: { kind: 'slot-full' } });
    expect(await stockOf(product)).toEqual({ onHand: 10, held: 0 });
    expect(await fresh.db.select().from(orders).where(eq(orders.userId, robin.userId))).toEqual([]);
    expect(
      await fresh.db.select().from(pickupReservations).where(eq(pickupReservations.userId, robin.userId)),
    ).toEqual([]);
  });

  test('with one product on two lines counts both against the stock', async () => {
    const robin = await aPerson(fresh.db);
    const product = await aProduct(fresh.db, { onHand: 3 });
    const outcome = await place(robin, {
      lines: [
        { productId: product, quantity: 2 },
        { productId: product, quantity: 2 },
      ],
    });
    expect(outcome).toMatchObject({
      ok: false,
      problem: { kind: 'not-available', lines: [{ wanted: 4, available: 3 }] },
    });
  });

  test.each<[string, Partial<Wish>, Parameters<typeof aPerson>[1], string]>([
    ['without lines', { lines: [] }, {}, 'cart-empty'],
    ['without a pickup time', { slotStartsAt: null }, {}, 'pickup-time-missing'],
    ['with an invalid pickup time', { slotStartsAt: 'soon' }, {}, 'pickup-time-missing'],
    ['without a birth date', {}, { birthDate: null }, 'birth-date-missing'],
    ['with an impossible birth date', { birthDate: '2001-02-29' }, { birthDate: null }, 'birth-date-missing'],
    ['the day before the 21st birthday', {}, { birthDate: '2005-06-07' }, 'under-age'],
    [
      'with a typed birth date over one on file',
      { birthDate: '1980-01-01' },
      { birthDate: '2010-01-01' },
      'under-age',
    ],
    ['for a past slot', { slotStartsAt: '2026-06-06T14:00:00Z' }, {}, 'slot-unavailable'],
    ['for a moment between slots', { slotStartsAt: '2026-06-06T18:10:00Z' }, {}, 'slot-unavailable'],
    ['by a banned customer', {}, { isBanned: true }, 'banned'],
    ['with a total other than the one the customer saw', { expectedTotal: 1 }, {}, 'price-changed'],
  ])('%s is refused', async (_, wanted, person, kind) => {
    const actor = await aPerson(fresh.db, person);
    const product = await aProduct(fresh.db);
    const outcome = await place(actor, { lines: [{ productId: product, quantity: 1 }], ...wanted });
    expect(outcome).toMatchObject({ ok: false, problem: { kind } });
    expect(await stockOf(product)).toEqual({ onHand: 10, held: 0 });
  });

  test('on the 21st birthday is placed, and saves the typed birth date on the profile', async () => {
    const robin = await aPerson(fresh.db, { birthDate: null });
    const product = await aProduct(fresh.db);
    const outcome = await place(robin, {
      lines: [{ productId: product, quantity: 1 }],
      birthDate: '2005-06-06',
    });
    expect(outcome.ok).toBe(true);
    const [profile] = await fresh.db
      .select({ birthDate: customerProfiles.birthDate })
      .from(customerProfiles)
      .where(eq(customerProfiles.userId, robin.userId));
    expect(profile?.birthDate).toBe('2005-06-06');
    const history = await fresh.db
      .select({ type: userActivity.activityType, about: userActivity.metadata })
      .from(userActivity)
      .where(eq(userActivity.userId, robin.userId));
    expect(history).toEqual([{ type: 'profile_update', about: { fields: 'Birth Date' } }]);
  });

  test('with a birth date under age saves that date, and another date does not help', async () => {
    const robin = await aPerson(fresh.db, { birthDate: null });
    const product = await aProduct(fresh.db);
    const lines = [{ productId: product, quantity: 1 }];
    const underAge = { ok: false, problem: { kind: 'under-age' } };
    // An impossible date is a typing error and is not saved.
    for (const birthDate of ['2027-01-01', '1880-01-01'])
      expect(await place(robin, { lines, birthDate })).toMatchObject(underAge);
    expect(await place(robin, { lines, birthDate: '2005-06-07' })).toMatchObject(underAge);
    expect(await place(robin, { lines, birthDate: '1990-01-01' })).toMatchObject(underAge);
    const [profile] = await fresh.db
      .select({ birthDate: customerProfiles.birthDate })
      .from(customerProfiles)
      .where(eq(customerProfiles.userId, robin.userId));
    expect(profile?.birthDate).toBe('2005-06-07');
    expect(await stockOf(product)).toEqual({ onHand: 10, held: 0 });
  });

  test('beyond the possession limit is refused, open orders included', async () => {
    const robin = await aPerson(fresh.db);
    const ounce = await aProduct(fresh.db, { limitMg: 28_349, onHand: 10 });
    expect((await place(robin, { lines: [{ productId: ounce, quantity: 2 }] })).ok).toBe(true);
    expect(await place(robin, { lines: [{ productId: ounce, quantity: 2 }] })).toMatchObject({
      ok: false,
      problem: { kind: 'over-limit' },
    });
    expect((await place(robin, { lines: [{ productId: ounce, quantity: 1 }] })).ok).toBe(true);
  });

  test('by a customer without a profile stays within the limits, even twice at once', async () => {
    // Each alone is within three ounces of flower, but not both.
    for (let round = 0; round < 10; round++) {
      const person = await aPerson(fresh.db);
      await fresh.db.delete(customerProfiles).where(eq(customerProfiles.userId, person.userId));
      const products = [
        await aProduct(fresh.db, { limitMg: 50_000 }),
        await aProduct(fresh.db, { limitMg: 50_000 }),
      ];
      const placed = await Promise.all(
        products.map((productId) =>
          place(person, { lines: [{ productId, quantity: 1 }], birthDate: '1980-01-01' }),
        ),
      );
      expect(placed.filter(({ ok }) => ok)).toHaveLength(1);
    }
  });

  test('gives orders past a thousand a number with all digits', async () => {
    await fresh.db.execute(sql`select setval('order_number_seq', 999)`);
    const robin = await aPerson(fresh.db);
    const product = await aProduct(fresh.db);
    const outcome = await place(robin, { lines: [{ productId: product, quantity: 1 }] });
    expect(outcome).toMatchObject({ ok: true, value: { orderId: 'ORD1000' } });
  });
});

describe('checkout under load', () => {
  test('gives two hundred buyers of fifty units exactly fifty', async () => {
    const product = await aProduct(fresh.db, { onHand: 50 });
    const buyers = await Promise.all(Array.from({ length: 200 }, () => aPerson(fresh.db)));
    // On a slow machine some requests time out waiting for a connection, and try again as a shopper would.
    const patiently = async (buyer: SignedIn) => {
      for (;;) {
        try {
          return await place(buyer, { lines: [{ productId: product, quantity: 1 }] });
        } catch (error) {
          if (!isDatabaseAway(error)) throw error;
        }
      }
    };
    const outcomes = await Promise.all(buyers.map(patiently));
    const refused = outcomes.filter((outcome) => !outcome.ok);
    expect(outcomes.length - refused.length).toBe(50);
    expect(new Set(refused.map((outcome) => (outcome.ok ? '' : outcome.problem.kind)))).toEqual(
      new Set(['not-available']),
    );
    expect(await stockOf(product)).toEqual({ onHand: 50, held: 50 });
  });

  test('never deadlocks with carts of four lines in random order', async () => {
    const ids = await Promise.all(
      Array.from({ length: 4 }, () => aProduct(fresh.db, { onHand: 1000, limitMg: 1 })),
    );
    const buyers = await Promise.all(Array.from({ length: 60 }, () => aPerson(fresh.db)));
    const outcomes = await Promise.all(
      buyers.map((buyer, index) => {
        const turned = ids.map((_, at) => ids[(at * (index % 2 ? 1 : 3) + index) % 4] ?? 0);
        return place(buyer, { lines: turned.map((productId) => ({ productId, quantity: 1 })) });
      }),
    );
    expect(outcomes.filter((outcome) => !outcome.ok)).toEqual([]);
  });

  test('makes one order of one idempotency key sent fifty times, and refuses it with another cart', async () => {
    const robin = await aPerson(fresh.db);
    const product = await aProduct(fresh.db, { onHand: 100 });
    const input = anInput({ lines: [{ productId: product, quantity: 1 }] });
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => placeOrder(robin, input, now)));
    expect(new Set(outcomes.map((outcome) => (outcome.ok ? outcome.value.orderId : 'refused'))).size).toBe(1);
    expect(outcomes.filter((outcome) => outcome.ok && !outcome.value.repeated).length).toBe(1);
    expect(await stockOf(product)).toEqual({ onHand: 100, held: 1 });
    const other = await placeOrder(robin, { ...input, lines: [{ productId: product, quantity: 2 }] }, now);
    expect(other).toMatchObject({ ok: false, problem: { kind: 'cart-changed' } });
  });

  test('takes five of twenty orders in a slot with five places', async () => {
    await fresh.db.update(storeSettings).set({ value: { capacity: 5 } });
    invalidateSettings();
    const product = await aProduct(fresh.db, { onHand: 100 });
    const buyers = await Promise.all(Array.from({ length: 20 }, () => aPerson(fresh.db)));
    const outcomes = await Promise.all(
      buyers.map((buyer) =>
        place(buyer, { lines: [{ productId: product, quantity: 1 }], slotStartsAt: '2026-06-06T20:00:00Z' }),
      ),
    );
    expect(outcomes.filter((outcome) => outcome.ok).length).toBe(5);
    expect(await stockOf(product)).toEqual({ onHand: 100, held: 5 });
    await fresh.db.update(storeSettings).set({ value: { capacity: 1000 } });
  });
});

describe('a reservation without a pickup time', () => {
  const reserve = (actor: SignedIn, productId: number, quantity = 1, key = randomUUID()) =>
    reserveProduct(actor, { productId, quantity, key, again: true }, now);

  test('holds stock, and becomes an order without holding it twice', async () => {
    const robin = await aPerson(fresh.db);
    const product = await aProduct(fresh.db, { onHand: 2 });
    const held = await reserve(robin, product, 2);
    if (!held.ok) throw new Error(JSON.stringify(held.problem));
    expect(await stockOf(product)).toEqual({ onHand: 2, held: 2 });
    const outcome = await place(robin, { reservationId: held.value.reservationId });
    expect(outcome.ok).toBe(true);
    expect(await stockOf(product)).toEqual({ onHand: 2, held: 2 });
    expect(await place(robin, { reservationId: held.value.reservationId })).toMatchObject({ ok: false });
  });

  test('looks missing to another customer', async () => {
    const [robin, kim] = [await aPerson(fresh.db), await aPerson(fresh.db)];
    const product = await aProduct(fresh.db);
    const held = await reserve(robin, product);
    if (!held.ok) throw new Error(JSON.stringify(held.problem));
    const foreign = await place(kim, { reservationId: held.value.reservationId });
    expect(foreign).toEqual(await place(kim, { reservationId: randomUUID() }));
    expect(await cancelReservation(kim, held.value.reservationId)).toEqual(
      await cancelReservation(kim, randomUUID()),
    );
  });

  test('releases its stock once when its hold ends, and once when it is canceled', async () => {
    const robin = await aPerson(fresh.db);
    const product = await aProduct(fresh.db, { onHand: 5 });
    const first = await reserve(robin, product, 2);
    const second = await reserve(robin, product, 1);
    if (!first.ok || !second.ok) throw new Error('not reserved');
    await cancelReservation(robin, second.value.reservationId);
    await cancelReservation(robin, second.value.reservationId);
    expect(await stockOf(product)).toEqual({ onHand: 5, held: 2 });
    // Sunday, half an hour before the store closes.
    await expireHolds(now.add({ hours: 28, minutes: 30 }));
    expect(await stockOf(product)).toEqual({ onHand: 5, held: 2 });
    await Promise.all([expireHolds(now.add({ hours: 30 })), expireHolds(now.add({ hours: 30 }))]);
    expect(await stockOf(product)).toEqual({ onHand: 5, held: 0 });
  });

  test('sent twenty times with one key is one reservation', async () => {
    const robin = await aPerson(fresh.db);
    const product = await aProduct(fresh.db);
    const key = randomUUID();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => reserve(robin, product, 1, key)));
    expect(new Set(outcomes.map((outcome) => (outcome.ok ? outcome.value.reservationId : ''))).size).toBe(1);
    expect(await stockOf(product)).toEqual({ onHand: 10, held: 1 });
    expect(await reserve(robin, product, 2, key)).toMatchObject({ ok: false, problem: { kind: 'changed' } });
  });

  test('is refused to a customer whose age is unknown or under the minimum', async () => {
    const product = await aProduct(fresh.db);
    for (const birthDate of [null, '2010-01-01']) {
      const actor = await aPerson(fresh.db, { birthDate });
      expect(await reserve(actor, product)).toMatchObject({ ok: false, problem: { kind: 'age' } });
    }
  });

  test('is refused to a customer whose age staff rejected, unless the product is for everyone', async () => {
    const actor = await aPerson(fresh.db);
    await fresh.db
      .update(customerProfiles)
      .set({ isVerifiedOver21: false })
      .where(eq(customerProfiles.userId, actor.userId));
    expect(await reserve(actor, await aProduct(fresh.db))).toMatchObject({
      ok: false,
      problem: { kind: 'age', problem: { kind: 'under-age', minimum: 21 } },
    });
    const lure = await aProduct(fresh.db, {
      productType: 'merchandise',
      taxClass: 'merchandise',
      requiresId: false,
      limitCategory: null,
      limitMg: null,
    });
    expect((await reserve(actor, lure)).ok).toBe(true);
  });
});

test('a canceled order releases its stock and its place once, however often it is canceled', async () => {
  const [robin, kim] = [await aPerson(fresh.db), await aPerson(fresh.db)];
  const product = await aProduct(fresh.db);
  const slotStartsAt = '2026-06-06T21:00:00Z';
  const placed = await place(robin, { lines: [{ productId: product, quantity: 3 }], slotStartsAt });
  if (!placed.ok) throw new Error('not placed');
  expect(await cancelOrder(kim, placed.value.orderId, now)).toMatchObject({
    ok: false,
    problem: { kind: 'not-found' },
  });
  await Promise.all(Array.from({ length: 5 }, () => cancelOrder(robin, placed.value.orderId, now)));
  expect(await stockOf(product)).toEqual({ onHand: 10, held: 0 });
  const [place_] = await fresh.db
    .select()
    .from(pickupSlots)
    .where(eq(pickupSlots.startsAt, new Date(slotStartsAt)));
  expect(place_?.taken).toBe(0);
});

test('customers cannot cancel an order once its pickup time has come', async () => {
  const robin = await aPerson(fresh.db);
  const product = await aProduct(fresh.db);
  const placed = await place(robin, { lines: [{ productId: product, quantity: 1 }] });
  if (!placed.ok) throw new Error('not placed');
  const late = Temporal.Instant.from(slot);
  expect(await cancelOrder(robin, placed.value.orderId, late)).toMatchObject({
    ok: false,
    problem: { kind: 'too-late' },
  });
});
