/** Tests that a reservation costs its reserved price, or less, whether a customer or staff turn it into an order. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { readMyReservations } from '#core/sales/orders/orders-queries.server.ts';
import { products } from '#db/schema/catalogue.ts';
import { pickupReservations } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { readCheckout } from '#shop/checkout/checkout-queries.server.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { NEXT_DAY_SLOT, NOW, storedOrder } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { placeOrder } from './place-order.server.ts';
import { reserveProduct } from './reserve-product.server.ts';
import { submitReservation } from './submit-reservation.server.ts';

const fresh = freshShop(afterAll);
let staff: SignedIn;
let customer: SignedIn;
let productId: number;
/** 13 hours after the reservation: the store's next day, while the hold is still active. */
const NEXT_DAY = NOW.add({ hours: 13 });

beforeAll(async () => {
  await fresh.db.insert(storeSettings).values({ name: 'discounts', value: { enabled: true } });
  invalidateSettings();
  staff = await aPerson(fresh.db, { role: 'staff' });
});
beforeEach(async () => {
  customer = await aPerson(fresh.db);
  productId = await aProduct(fresh.db, {
    retailPrice: 5000,
    discount: 1000,
    discountFrom: '2026-06-06',
    discountUntil: '2026-06-06',
    discountTerms: 'One day only.',
  });
});

async function reserve(): Promise<string> {
  const made = await reserveProduct(customer, { productId, quantity: 2, key: randomUUID() }, NOW);
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  return made.value.reservationId;
}
const change = (values: Partial<typeof products.$inferInsert>) =>
  fresh.db.update(products).set(values).where(eq(products.id, productId));

const byStaff = (id: string) =>
  submitReservation(staff, { reservationId: id, slotStartsAt: NEXT_DAY_SLOT }, NEXT_DAY);
const byCustomer = (id: string) =>
  placeOrder(
    customer,
    {
      key: randomUUID(),
      lines: [],
      reservationId: id,
      slotStartsAt: NEXT_DAY_SLOT,
      birthDate: null,
      expectedTotal: null,
    },
    NEXT_DAY,
  );
const ways = [
  ['staff', byStaff],
  ['its customer', byCustomer],
] as const;

const moneyOf = async (made: Awaited<ReturnType<typeof byStaff | typeof byCustomer>>) => {
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  const order = await storedOrder(fresh.db, made.value.orderId);
  const [{ unitPrice, listPrice, taxBase } = { unitPrice: 0, listPrice: 0, taxBase: 0 }] = order.items;
  return { unitPrice, listPrice, taxBase, subtotal: order.subtotal, tax: order.tax };
};

test.each(ways)(
  'a discount that has ended since still applies when %s makes the order, with tax on the list price',
  async (_, order) => {
    const id = await reserve();
    expect(await moneyOf(await order(id))).toEqual({
      unitPrice: 4000,
      listPrice: 5000,
      taxBase: 10_000,
      subtotal: 8000,
      tax: 1200,
    });
  },
);

test.each(ways)('a price raised since does not apply when %s makes the order', async (_, order) => {
  await change({ discount: null, discountFrom: null, discountUntil: null, discountTerms: null });
  const id = await reserve();
  await change({ retailPrice: 9000 });
  expect(await moneyOf(await order(id))).toEqual({
    unitPrice: 5000,
    listPrice: 5000,
    taxBase: 10_000,
    subtotal: 10_000,
    tax: 1200,
  });
});

test.each(ways)('a price lowered since applies when %s makes the order', async (_, order) => {
  const id = await reserve();
  await change({ retailPrice: 3000, discount: null, discountFrom: null, discountUntil: null });
  expect(await moneyOf(await order(id))).toMatchObject({ unitPrice: 3000, listPrice: 3000, taxBase: 6000 });
});

test('the customer sees the charged price at /orders and at checkout', async () => {
  const id = await reserve();
  const [held] = await readMyReservations(customer, NEXT_DAY);
  expect(held?.money).toEqual({ unitPrice: 4000, unitDiscount: 1000, discountTaxed: true });
  const view = await readCheckout(customer, { reservationIds: [id] }, NEXT_DAY);
  expect(view?.lines).toMatchObject([{ unitPrice: 4000, listPrice: 5000, amount: 8000, offer: null }]);
  expect(view).toMatchObject({ subtotal: 8000, tax: 1200, total: 9200, taxesListPrice: true });
  const placed = await placeOrder(
    customer,
    {
      key: randomUUID(),
      lines: [],
      reservationId: id,
      slotStartsAt: NEXT_DAY_SLOT,
      birthDate: null,
      expectedTotal: view?.total ?? null,
    },
    NEXT_DAY,
  );
  expect(placed).toMatchObject({ ok: true });
});

test('a reservation from before prices were stored costs the current price', async () => {
  const id = await reserve();
  await fresh.db.update(pickupReservations).set({ unitPrice: null }).where(eq(pickupReservations.id, id));
  expect(await moneyOf(await byStaff(id))).toMatchObject({ unitPrice: 5000, listPrice: 5000 });
});
