/** Tests what an order saves of a discount, and sales that run while a discount ends. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { invalidateTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { readMailedOrder } from '#core/sales/orders/emails/mailed-order-queries.server.ts';
import { readMyOrder, readMyReservations } from '#core/sales/orders/orders-queries.server.ts';
import { products } from '#db/schema/catalogue.ts';
import { taxRules } from '#db/schema/compliance.ts';
import { orderItems, orders } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { readManagedOrder } from '#office/orders/managed-order-queries.server.ts';
import { readCheckout } from '#shop/checkout/checkout-queries.server.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { aMug, edit as editAs, storedOrder } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { inParallel } from '#tests/support/requests.ts';
import { placeOrder } from './place-order.server.ts';
import { reserveProduct } from './reserve-product.server.ts';

const fresh = freshShop(afterEach);
let staff: SignedIn;
/** Saturday noon in Hancock, NY, 2:00 PM that day, and the last and first second around midnight. */
const now = Temporal.Instant.from('2026-06-06T16:00:00Z');
const slot = '2026-06-06T18:00:00.000Z';
const tomorrowsSlot = '2026-06-07T18:00:00.000Z';
const lastSecond = Temporal.Instant.from('2026-06-07T03:59:59Z');
const midnight = Temporal.Instant.from('2026-06-07T04:00:00Z');

const discount = {
  retailPrice: 10_000,
  discount: 2_000,
  discountFrom: '2026-06-01',
  discountUntil: '2026-06-06',
  discountTerms: 'While supplies last.',
};

async function giveDiscounts(value: { enabled: boolean; taxBase?: string }): Promise<void> {
  await fresh.db
    .insert(storeSettings)
    .values({ name: 'discounts', value })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value } });
  invalidateSettings();
}

beforeAll(async () => {
  await fresh.db.delete(taxRules);
  await fresh.db.insert(taxRules).values([
    { taxClass: 'cannabis', name: 'State excise', rate: 900, from: '2024-01-01' },
    { taxClass: 'cannabis', name: 'Local excise', rate: 400, from: '2024-01-01' },
    { taxClass: 'merchandise', name: 'Sales tax', rate: 800, from: '2024-01-01' },
  ]);
  invalidateTaxRules();
  await giveDiscounts({ enabled: true });
  staff = await aPerson(fresh.db, { role: 'staff' });
});

type Wish = Partial<Parameters<typeof placeOrder>[1]>;

const place = (actor: SignedIn, wanted: Wish, at = now) =>
  placeOrder(
    actor,
    {
      key: randomUUID(),
      lines: [],
      reservationId: null,
      slotStartsAt: slot,
      birthDate: null,
      expectedTotal: null,
      again: true,
      ...wanted,
    },
    at,
  );

async function placed(actor: SignedIn, wanted: Wish, at = now): Promise<string> {
  const outcome = await place(actor, wanted, at);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  return outcome.value.orderId;
}

const moneyOf = ({ items, subtotal, tax, total }: Awaited<ReturnType<typeof storedOrder>>) => ({
  lines: items.map((item) => [item.listPrice, item.unitDiscount, item.unitPrice, item.amount, item.taxBase]),
  subtotal,
  tax,
  total,
});

test('an order stores list price, discount, charged price and taxed amount, and every view shows them', async () => {
  const robin = await aPerson(fresh.db);
  const flower = await aProduct(fresh.db, discount);
  const mug = await aMug(fresh.db, { ...discount, retailPrice: 3_000, discount: 1_000 });
  const lines = [
    { productId: flower, quantity: 1 },
    { productId: mug, quantity: 2 },
  ];
  // $13.00 on the flower's list price, $3.20 on the charged price of the mugs.
  const checkout = await readCheckout(robin, { lines }, now);
  expect(checkout).toMatchObject({ subtotal: 12_000, tax: 1_620, total: 13_620, taxesListPrice: true });
  expect(checkout?.lines[0]).toMatchObject({
    unitPrice: 8_000,
    listPrice: 10_000,
    offer: { untilText: 'Jun 6, 2026', terms: 'While supplies last.' },
  });
  const orderId = await placed(robin, { lines, expectedTotal: checkout?.total ?? 0 });
  const order = await storedOrder(fresh.db, orderId);
  expect(moneyOf(order)).toEqual({
    lines: [
      [10_000, 2_000, 8_000, 8_000, 10_000],
      [3_000, 1_000, 2_000, 4_000, 4_000],
    ],
    subtotal: 12_000,
    tax: 1_620,
    total: 13_620,
  });
  const note = 'List price $100.00, discount $20.00 each';
  expect(await readMailedOrder(order.id, 'America/New_York')).toMatchObject({
    lines: [{ unitPrice: '$80.00', discount: note }, { discount: expect.stringContaining('$10.00 each') }],
    taxNote: expect.stringContaining('list price'),
  });
  expect((await readMyOrder(robin, orderId))?.items[0]).toMatchObject({
    unitPrice: 8_000,
    listPrice: 10_000,
  });
  expect((await readManagedOrder(staff, orderId, 'America/New_York', now))?.lines[0]).toMatchObject({
    unitPrice: 8_000,
    listPrice: 10_000,
    taxBase: 10_000,
  });
});

test('the tax is on the charged price, if the setting says so', async () => {
  await giveDiscounts({ enabled: true, taxBase: 'after-discount' });
  const orderId = await placed(await aPerson(fresh.db), {
    lines: [{ productId: await aProduct(fresh.db, discount), quantity: 1 }],
  });
  expect(moneyOf(await storedOrder(fresh.db, orderId))).toEqual({
    lines: [[10_000, 2_000, 8_000, 8_000, 8_000]],
    subtotal: 8_000,
    tax: 1_040,
    total: 9_040,
  });
  await giveDiscounts({ enabled: true });
});

test('an edit leaves the discount of a bought line, and an added line has the discount of its own day', async () => {
  const [flower, other] = [await aProduct(fresh.db, discount), await aProduct(fresh.db, discount)];
  const orderId = await placed(await aPerson(fresh.db), { lines: [{ productId: flower, quantity: 1 }] });
  // The discount is over and the price is higher: neither changes earlier purchases.
  await fresh.db
    .update(products)
    .set({ retailPrice: 20_000, discountUntil: '2026-06-05' })
    .where(eq(products.id, flower));
  const edited = await editAs(fresh.db, staff, orderId, {
    to: [
      [flower, 3],
      [other, 1],
    ],
  });
  expect(edited.ok).toBe(true);
  expect(moneyOf(await storedOrder(fresh.db, orderId))).toEqual({
    lines: [
      [10_000, 2_000, 8_000, 24_000, 30_000],
      [10_000, 2_000, 8_000, 8_000, 10_000],
    ],
    subtotal: 32_000,
    tax: 5_200,
    total: 37_200,
  });
});

test('a reservation is charged the promised price, even if it becomes an order after the discount', async () => {
  const robin = await aPerson(fresh.db);
  const productId = await aProduct(fresh.db, discount);
  const held = await reserveProduct(robin, { productId, quantity: 1, key: randomUUID() }, now);
  if (!held.ok) throw new Error(JSON.stringify(held.problem));
  const { reservationId } = held.value;
  for (const at of [now, midnight])
    expect(await readMyReservations(robin, at)).toMatchObject([
      { money: { unitPrice: 8_000, unitDiscount: 2_000 } },
    ]);
  const total = (await readCheckout(robin, { reservationIds: [reservationId] }, lastSecond))?.total ?? 0;
  expect(total).toBe(9_300);
  const wanted = { reservationId, slotStartsAt: tomorrowsSlot, expectedTotal: total };
  const orderId = await placed(robin, wanted, midnight);
  expect(moneyOf(await storedOrder(fresh.db, orderId)).lines).toEqual([
    [10_000, 2_000, 8_000, 8_000, 10_000],
  ]);
});

test('with discounts switched off, every price is the list price at once', async () => {
  const robin = await aPerson(fresh.db);
  const lines = [{ productId: await aProduct(fresh.db, discount), quantity: 1 }];
  expect((await readCheckout(robin, { lines }, now))?.total).toBe(9_300);
  await giveDiscounts({ enabled: false });
  expect(await readCheckout(robin, { lines }, now)).toMatchObject({ total: 11_300, taxesListPrice: false });
  expect(await place(robin, { lines, expectedTotal: 9_300 })).toMatchObject({
    problem: { kind: 'price-changed', before: 9_300, now: 11_300 },
  });
  await giveDiscounts({ enabled: true });
});

/** As many at once as there are connections; more would wait for each other's connections. */
const AT_ONCE = 10;

async function fiftyBuyers(): Promise<{ buyer: SignedIn; at: number }[]> {
  const places = Array.from({ length: 50 }, (_, at) => at);
  return inParallel(places, AT_ONCE, async (at) => ({ buyer: await aPerson(fresh.db), at }));
}

test('each of fifty buyers around midnight pays the total they saw, or reads the current one', async () => {
  const productId = await aProduct(fresh.db, { ...discount, onHand: 100 });
  const wanted = {
    lines: [{ productId, quantity: 1 }],
    slotStartsAt: tomorrowsSlot,
    expectedTotal: 9_300,
  };
  const outcomes = await inParallel(await fiftyBuyers(), AT_ONCE, ({ buyer, at }) =>
    place(buyer, wanted, at % 2 === 0 ? lastSecond : midnight),
  );
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(25);
  for (const outcome of outcomes.filter(({ ok }) => !ok))
    expect(outcome).toMatchObject({ problem: { kind: 'price-changed', before: 9_300, now: 11_300 } });
  expect(await totalsCharged(productId)).toEqual([9_300]);
});

test('when staff end the discount during sales, no one is charged a total that they did not see', async () => {
  const productId = await aProduct(fresh.db, { ...discount, onHand: 100 });
  const end = () => fresh.db.update(products).set({ discount: null }).where(eq(products.id, productId));
  const outcomes = await inParallel(await fiftyBuyers(), AT_ONCE, async ({ buyer, at }) => {
    // Ends the discount in the middle of the sales.
    if (at === 25) await end();
    const wanted = { lines: [{ productId, quantity: 1 }], expectedTotal: 9_300 };
    const first = await place(buyer, wanted);
    if (first.ok || first.problem.kind !== 'price-changed') return first;
    return place(buyer, { ...wanted, expectedTotal: first.problem.now });
  });
  expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
  expect(await totalsCharged(productId)).toEqual([9_300, 11_300]);
});

/** Returns the totals of the product's orders, after checking that each equals the sum of its parts. */
async function totalsCharged(productId: number): Promise<number[]> {
  const rows = await fresh.db
    .select({
      total: orders.total,
      list: orderItems.listPrice,
      base: orderItems.taxBase,
      off: orderItems.unitDiscount,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(eq(orderItems.productId, productId));
  for (const row of rows)
    expect(row).toMatchObject({ list: 10_000, base: 10_000, off: row.total === 9_300 ? 2_000 : 0 });
  return [...new Set(rows.map(({ total }) => total))].sort((left, right) => left - right);
}
