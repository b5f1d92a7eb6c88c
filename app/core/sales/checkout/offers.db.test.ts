/** Tests sales under offers: what orders store, limits over tabs and devices, the last unit, and the end of an offer. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { MOST_OFFERS, type OfferInput } from '#core/goods/discounts/offer-rules.ts';
import { forgetOffers } from '#core/goods/discounts/offers-queries.server.ts';
import { endOffer, saveOffer, startOfferAgain } from '#core/goods/discounts/save-offer.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { categories, products } from '#db/schema/catalogue.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { offers } from '#db/schema/discounts.ts';
import { orderItems, orders, pickupReservations } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { readCheckout } from '#shop/checkout/checkout-queries.server.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { edit as editAs, storedOrder } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { inParallel } from '#tests/support/requests.ts';
import { placeOrder } from './place-order.server.ts';
import { reserveProduct } from './reserve-product.server.ts';

const fresh = freshShop(afterEach);
let admin: SignedIn;
/** Saturday noon in Hancock, NY; the offer ends at 1:00 PM. */
const now = Temporal.Instant.from('2026-06-06T16:00:00Z');
const end = Temporal.Instant.from('2026-06-06T17:00:00Z');
const slot = '2026-06-06T20:00:00.000Z';

async function giveDiscounts(enabled: boolean): Promise<void> {
  const value = { enabled };
  await fresh.db
    .insert(storeSettings)
    .values({ name: 'discounts', value })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value } });
  invalidateSettings();
}
beforeAll(async () => {
  admin = await aPerson(fresh.db, { role: 'admin' });
  await giveDiscounts(true);
});
beforeEach(async () => {
  await fresh.db.update(offers).set({ endedAt: sql`starts_at` });
  forgetOffers();
});

async function anOffer(
  change: Partial<OfferInput> & { products: number[] },
  leavesOut = false,
): Promise<number> {
  const { products, ...rest } = change;
  const saved = await saveOffer(
    admin,
    null,
    {
      version: 0,
      leavesOut,
      offer: {
        ...{ name: 'Noon', terms: 'While supplies last.', kind: 'percent', amount: 20, hours: null },
        startsAt: now.subtract({ hours: 1 }).epochMilliseconds,
        endsAt: end.epochMilliseconds,
        parts: [{ products, categories: [], units: 1 }],
        ...{ mostPerPerson: null, mostUnits: null },
        ...rest,
      },
    },
    now,
  );
  if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
  return saved.value;
}

type Wish = Partial<Parameters<typeof placeOrder>[1]>;
const place = (actor: SignedIn, wanted: Wish, at = now) =>
  placeOrder(
    actor,
    {
      ...{ key: randomUUID(), lines: [], reservationId: null, slotStartsAt: slot, birthDate: null },
      ...{ expectedTotal: null, again: true },
      ...wanted,
    },
    at,
  );
async function placed(actor: SignedIn, wanted: Wish, at = now) {
  const outcome = await place(actor, wanted, at);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  return storedOrder(fresh.db, outcome.value.orderId);
}
const pricesOf = ({ items }: Awaited<ReturnType<typeof storedOrder>>) =>
  items.map(({ unitPrice, unitDiscount, offerId }) => [unitPrice, unitDiscount, offerId]);
const soldUnder = async (offerId: number) => {
  const rows = await fresh.db
    .select({ quantity: orderItems.quantity })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(sql`${orderItems.offerId} = ${offerId} and ${orders.status} <> 'cancelled'`);
  return rows.reduce((sum, { quantity }) => sum + quantity, 0);
};

test('a line stores the offer that gave its price, and checkout shows what is charged', async () => {
  const robin = await aPerson(fresh.db);
  const id = await aProduct(fresh.db, { retailPrice: 10_000 });
  const offer = await anOffer({ products: [id] });
  const lines = [{ productId: id, quantity: 2 }];
  const seen = await readCheckout(robin, { lines }, now);
  expect(seen?.lines[0]).toMatchObject({ unitPrice: 8_000, listPrice: 10_000, offer: { offerId: offer } });
  expect(pricesOf(await placed(robin, { lines, expectedTotal: seen?.total ?? 0 }))).toEqual([
    [8_000, 2_000, offer],
  ]);
});

test('an order placed in the last millisecond has the price; one at the end reads that the offer ended', async () => {
  const robin = await aPerson(fresh.db);
  const id = await aProduct(fresh.db, { retailPrice: 10_000 });
  await anOffer({ products: [id] });
  const lines = [{ productId: id, quantity: 1 }];
  const seen = await readCheckout(robin, { lines }, now);
  const expectedTotal = seen?.total ?? 0;
  await placed(robin, { lines, expectedTotal }, end.subtract({ milliseconds: 1 }));
  const late = await place(robin, { lines, expectedTotal }, end);
  expect(late).toMatchObject({
    ok: false,
    problem: { kind: 'price-changed', why: ['Noon ended: 1:00 PM today.'] },
  });
  const after = await readCheckout(robin, { lines }, end);
  expect(after?.lines[0]).toMatchObject({ unitPrice: 10_000, priceNote: 'Noon ended: 1:00 PM today.' });
});

test('two tabs of one person never get more than the limit of a person, and a canceled order gives it back', async () => {
  const robin = await aPerson(fresh.db);
  const id = await aProduct(fresh.db, { retailPrice: 10_000, onHand: 50 });
  const offer = await anOffer({ products: [id], mostPerPerson: 2 });
  const lines = [{ productId: id, quantity: 1 }];
  const made = await inParallel([1, 2, 3, 4, 5], 5, () => placed(robin, { lines }));
  expect(made.flatMap(pricesOf).filter(([price]) => price === 8_000)).toHaveLength(2);
  expect(await soldUnder(offer)).toBe(2);
  const [one] = made.filter((order) => order.items[0]?.offerId === offer);
  if (!one) throw new Error('no order has the offer');
  const { cancelOrder } = await import('#core/sales/orders/cancel-order.server.ts');
  expect((await cancelOrder(robin, one.orderId, now)).ok).toBe(true);
  expect(pricesOf(await placed(robin, { lines }))).toEqual([[8_000, 2_000, offer]]);
  expect(pricesOf(await placed(robin, { lines }))).toEqual([[10_000, 0, null]]);
});

test('of the last unit of an offer, one of many people gets it', async () => {
  const id = await aProduct(fresh.db, { retailPrice: 10_000, onHand: 50 });
  const other = await aProduct(fresh.db, { retailPrice: 10_000, onHand: 50 });
  const offer = await anOffer({ products: [id, other], mostUnits: 3 });
  const people = await Promise.all(Array.from({ length: 6 }, () => aPerson(fresh.db)));
  await inParallel(people, 6, (person) =>
    placed(person, { lines: [{ productId: people.indexOf(person) % 2 ? id : other, quantity: 1 }] }),
  );
  expect(await soldUnder(offer)).toBe(3);
});

test('a reservation counts for the limit and has the same price after the offer ended', async () => {
  const robin = await aPerson(fresh.db);
  const id = await aProduct(fresh.db, { retailPrice: 10_000 });
  const offer = await anOffer({ products: [id], mostPerPerson: 2 });
  const held = await reserveProduct(robin, { productId: id, quantity: 2, key: randomUUID() }, now);
  if (!held.ok) throw new Error(JSON.stringify(held.problem));
  expect(pricesOf(await placed(robin, { lines: [{ productId: id, quantity: 1 }] }))).toEqual([
    [10_000, 0, null],
  ]);
  const later = end.add({ minutes: 5 });
  const order = await placed(robin, { reservationId: held.value.reservationId }, later);
  expect(pricesOf(order)).toEqual([[8_000, 2_000, offer]]);
  const [row] = await fresh.db
    .select({ offerId: pickupReservations.offerId })
    .from(pickupReservations)
    .where(eq(pickupReservations.id, held.value.reservationId));
  expect(row?.offerId).toBe(offer);
});

test('two accounts with one license share the limit of a person', async () => {
  const id = await aProduct(fresh.db, { retailPrice: 10_000, onHand: 50 });
  const offer = await anOffer({ products: [id], mostPerPerson: 2 });
  const [one, other, stranger] = await Promise.all([1, 2, 3].map(() => aPerson(fresh.db)));
  if (!one || !other || !stranger) throw new Error('three people');
  for (const { userId } of [one, other])
    await fresh.db
      .update(customerProfiles)
      .set({ licenseIdHash: 'shared', licenseIdLast4: '0000', licenseState: 'NY', licenseVerified: true })
      .where(eq(customerProfiles.userId, userId));
  await placed(one, { lines: [{ productId: id, quantity: 2 }] });
  const lines = [{ productId: id, quantity: 1 }];
  expect(pricesOf(await placed(other, { lines }))).toEqual([[10_000, 0, null]]);
  expect(pricesOf(await placed(stranger, { lines }))).toEqual([[8_000, 2_000, offer]]);
});

test.each([
  ['of a person', { mostPerPerson: 2 }, 'Noon: at most 2 per person.'],
  ['for all', { mostUnits: 2 }, 'Noon: no more units at this price.'],
])('staff cannot add more units of a line than the limit %s allows', async (_, limit, words) => {
  const robin = await aPerson(fresh.db);
  const id = await aProduct(fresh.db, { retailPrice: 10_000 });
  await anOffer({ products: [id], ...limit });
  const order = await placed(robin, { lines: [{ productId: id, quantity: 1 }] });
  const staff = await aPerson(fresh.db, { role: 'staff' });
  const wanted = (units: number) => editAs(fresh.db, staff, order.orderId, { to: [[id, units]] });
  expect(await wanted(3)).toMatchObject({ ok: false, problem: { kind: 'over-offer', words } });
  expect((await storedOrder(fresh.db, order.orderId)).items[0]?.quantity).toBe(1);
  expect(await wanted(2)).toMatchObject({ ok: true });
});

test('an offer that staff end is over at once, and started again it counts again', async () => {
  const robin = await aPerson(fresh.db);
  const id = await aProduct(fresh.db, { retailPrice: 10_000 });
  const offer = await anOffer({ products: [id] });
  const lines = [{ productId: id, quantity: 1 }];
  const at = now.add({ minutes: 1 });
  expect((await endOffer(admin, offer, at)).ok).toBe(true);
  expect(pricesOf(await placed(robin, { lines }, at))).toEqual([[10_000, 0, null]]);
  expect((await startOfferAgain(admin, offer, at)).ok).toBe(true);
  expect(pricesOf(await placed(robin, { lines }, at))).toEqual([[8_000, 2_000, offer]]);
  expect((await endOffer(robin, offer, at)).ok).toBe(false);
});

test('discounts that are turned off end an offer for new orders; orders and reservations have its price, and its limit counts them', async () => {
  const robin = await aPerson(fresh.db);
  const id = await aProduct(fresh.db, { retailPrice: 10_000 });
  const offer = await anOffer({ products: [id], mostPerPerson: 3 });
  const lines = [{ productId: id, quantity: 1 }];
  const before = await placed(robin, { lines });
  const held = await reserveProduct(robin, { productId: id, quantity: 1, key: randomUUID() }, now);
  const seen = await readCheckout(robin, { lines }, now);
  await giveDiscounts(false);
  try {
    const expectedTotal = seen?.total ?? 0;
    expect(await place(robin, { lines, expectedTotal })).toMatchObject({
      problem: { kind: 'price-changed' },
    });
    expect((await readCheckout(robin, { lines }, now))?.lines[0]).toMatchObject({ unitPrice: 10_000 });
    expect(pricesOf(await placed(robin, { lines }))).toEqual([[10_000, 0, null]]);
    const reservationId = held.ok ? held.value.reservationId : '';
    expect(pricesOf(await placed(robin, { reservationId }))).toEqual([[8_000, 2_000, offer]]);
    const staff = await aPerson(fresh.db, { role: 'staff' });
    expect(await editAs(fresh.db, staff, before.orderId, { to: [[id, 2]] })).toMatchObject({ ok: true });
    expect(pricesOf(await storedOrder(fresh.db, before.orderId))).toEqual([[8_000, 2_000, offer]]);
  } finally {
    await giveDiscounts(true);
  }
  expect(pricesOf(await placed(robin, { lines }))).toEqual([[10_000, 0, null]]);
  expect(await soldUnder(offer)).toBe(3);
});

test('an offer that is saved twice at once is one offer, with its limit once', async () => {
  const [one, other] = [await aProduct(fresh.db), await aProduct(fresh.db)];
  const hours = { weekdays: [6], from: '09:00', until: '21:00' };
  const limited = { products: [one], mostUnits: 5, hours };
  const [first, again] = await Promise.all([anOffer(limited), anOffer(limited)]);
  expect(again).toBe(first);
  const different = await Promise.all([
    anOffer({ ...limited, products: [other] }),
    anOffer({ ...limited, mostUnits: 6 }),
    anOffer({ ...limited, hours: null }),
  ]);
  expect(new Set([first, ...different]).size).toBe(4);
  await endOffer(admin, first, now);
  expect(await anOffer(limited)).not.toBe(first);
});

test('a hundred offers are the most, and ending one makes room for another', async () => {
  const id = await aProduct(fresh.db);
  const first = await anOffer({ products: [id], name: 'Offer 0' });
  await fresh.db.execute(sql`
    insert into offers (name, terms, kind, amount, parts, starts_at, ends_at)
    select 'Offer ' || n, terms, kind, amount, parts, starts_at, ends_at
    from offers, generate_series(1, ${MOST_OFFERS - 1}) as n where id = ${first}`);
  await expect(anOffer({ products: [id], name: 'One more' })).rejects.toThrow('too-many-offers');
  await endOffer(admin, first, now);
  await anOffer({ products: [id], name: 'One more' });
});

test('an offer under the legal floor is refused until the product is left out, and then never reaches it', async () => {
  const robin = await aPerson(fresh.db);
  const tight = await aProduct(fresh.db, { name: 'Tight', retailPrice: 10_000, wholesalePrice: 6_000 });
  const loose = await aProduct(fresh.db, { retailPrice: 10_000, wholesalePrice: 4_000 });
  await expect(anOffer({ products: [tight, loose] })).rejects.toThrow('below-floor');
  const offer = await anOffer({ products: [tight, loose] }, true);
  const lines = [tight, loose].map((productId) => ({ productId, quantity: 1 }));
  expect(pricesOf(await placed(robin, { lines }))).toEqual([
    [10_000, 0, null],
    [8_000, 2_000, offer],
  ]);
});

test('things that an offer needs together have its price only together', async () => {
  const robin = await aPerson(fresh.db);
  const [one, other] = [
    await aProduct(fresh.db, { retailPrice: 10_000 }),
    await aProduct(fresh.db, { retailPrice: 2_000 }),
  ];
  const parts = [
    { products: [one], categories: [], units: 1 },
    { products: [other], categories: [], units: 2 },
  ];
  const offer = await anOffer({ products: [], parts });
  const line = (productId: number, quantity: number) => ({ productId, quantity });
  expect(pricesOf(await placed(robin, { lines: [line(one, 1), line(other, 1)] }))).toEqual([
    [10_000, 0, null],
    [2_000, 0, null],
  ]);
  expect(pricesOf(await placed(robin, { lines: [line(one, 1), line(other, 2)] }))).toEqual([
    [8_000, 2_000, offer],
    [1_600, 400, offer],
  ]);
});

test('any mix of orders, cancellations and edits of several people stays within both limits', async () => {
  const { cancelOrder } = await import('#core/sales/orders/cancel-order.server.ts');
  const people = await Promise.all(Array.from({ length: 3 }, () => aPerson(fresh.db)));
  const staff = await aPerson(fresh.db, { role: 'staff' });
  const ids = await Promise.all(
    [1, 2].map(() => aProduct(fresh.db, { retailPrice: 500, onHand: 200, limitMg: 1 })),
  );
  const offer = await anOffer({ products: ids, mostPerPerson: 3, mostUnits: 6 });
  const acts = Array.from({ length: 40 }, (_, at) => at);
  await inParallel(acts, 6, async (at) => {
    const person = people[at % 3] as SignedIn;
    const line = { productId: ids[at % 2] as number, quantity: 1 + (at % 3) };
    const made = await place(person, { lines: [line] });
    if (!made.ok) return;
    const units = 1 + ((at * 7) % 4);
    if (at % 4 === 1) await editAs(fresh.db, staff, made.value.orderId, { to: [[line.productId, units]] });
    if (at % 4 === 2) await cancelOrder(person, made.value.orderId, now);
  });
  const sold = await soldUnder(offer);
  expect(sold).toBeGreaterThan(0);
  expect(sold).toBeLessThanOrEqual(6);
});

test('a cart says what else an order needs, by the names of now, without what is not on sale', async () => {
  const robin = await aPerson(fresh.db);
  const id = await aProduct(fresh.db, { name: 'Kestrel Moon', retailPrice: 10_000 });
  const off = await aProduct(fresh.db, { name: 'Ash Creek Off Sale', forSale: false });
  const gummies = await aProduct(fresh.db, { name: 'Pear Gummies' });
  const offer = await anOffer({
    name: 'Pair',
    products: [],
    parts: [
      { products: [id], categories: [], units: 1 },
      { products: [off, gummies], categories: [], units: 2 },
    ],
  });
  const noteOf = async () =>
    (await readCheckout(robin, { lines: [{ productId: id, quantity: 1 }] }, now))?.lines[0]?.priceNote;
  expect(await noteOf()).toBe('Pair: 20% off together with 2 of Pear Gummies.');
  const [shelf] = await fresh.db
    .insert(categories)
    .values({ name: 'Mints', slug: `mints-${offer}` })
    .returning({ id: categories.id });
  await fresh.db.update(products).set({ name: 'Quince Gummies' }).where(eq(products.id, gummies));
  await fresh.db
    .update(offers)
    .set({
      parts: [
        { products: [id], categories: [], units: 1 },
        { products: [gummies], categories: [shelf?.id ?? 0], units: 1 },
      ],
    })
    .where(eq(offers.id, offer));
  forgetOffers();
  expect(await noteOf()).toBe('Pair: 20% off together with Mints or Quince Gummies.');
});
