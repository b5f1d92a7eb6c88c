import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { guest } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { placeOrder } from '#core/sales/checkout/place-order.server.ts';
import { reserveProduct } from '#core/sales/checkout/reserve-product.server.ts';
import { invalidateTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { productImages } from '#db/schema/catalogue.ts';
import { taxRules } from '#db/schema/compliance.ts';
import { pickupReservations } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import {
  readMyOrder,
  readMyOrders,
  readMyReservations,
  readWaitingReservations,
} from './orders-queries.server.ts';

let fresh: FreshDatabase;
const now = Temporal.Instant.from('2026-06-06T16:00:00Z');

beforeAll(async () => {
  fresh = await freshDatabase();
  await fresh.db
    .insert(taxRules)
    .values({ taxClass: '*', name: 'Estimated Tax', rate: 1200, from: '2024-01-01' });
  await fresh.db.insert(storeSettings).values([
    { name: 'pickup', value: { capacity: 1000, holdHours: 24 } },
    { name: 'holds', value: { ordersPerHour: 100, ordersUntilPickup: 100 } },
  ]);
});
beforeEach(() => {
  invalidateSettings();
  invalidateTaxRules();
});
afterAll(() => fresh.stop());

async function order(actor: SignedIn, productIds: number[]): Promise<string> {
  const outcome = await placeOrder(
    actor,
    {
      key: randomUUID(),
      lines: productIds.map((productId) => ({ productId, quantity: 1 })),
      reservationId: null,
      slotStartsAt: '2026-06-06T18:00:00Z',
      birthDate: null,
      expectedTotal: null,
      again: true,
    },
    now,
  );
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  return outcome.value.orderId;
}

async function reserve(actor: SignedIn, productId: number): Promise<string> {
  const outcome = await reserveProduct(actor, { productId, quantity: 2, key: randomUUID() }, now);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  return outcome.value.reservationId;
}

describe("a customer's orders", () => {
  test('come with their lines in order, their pictures and their money', async () => {
    const robin = await aPerson(fresh.db);
    const first = await aProduct(fresh.db, { name: 'First', retailPrice: 4500 });
    const second = await aProduct(fresh.db, { name: 'Second', retailPrice: 1000, limitMg: 1000 });
    await fresh.db.insert(productImages).values([
      { productId: first, position: 1, key: 'products/back' },
      { productId: first, position: 0, key: 'products/front' },
    ]);
    const orderId = await order(robin, [first, second]);
    const found = await readMyOrder(robin, orderId, now);
    expect(found).toMatchObject({
      orderId,
      subtotal: 5500,
      tax: 660,
      total: 6160,
      ageFlag: null,
      mayCancel: true,
    });
    expect(found?.items.map(({ name, image, amount }) => ({ name, image, amount }))).toEqual([
      { name: 'First', image: '/media/products/front-320.webp', amount: 4500 },
      { name: 'Second', image: '/placeholder-product.jpg', amount: 1000 },
    ]);
  });

  test('come newest first, ten to a page', async () => {
    const robin = await aPerson(fresh.db);
    const sticker = await aProduct(fresh.db, {
      onHand: 50,
      productType: 'apparel',
      taxClass: 'merchandise',
      requiresId: false,
      limitCategory: null,
      limitMg: null,
    });
    const made: string[] = [];
    for (let count = 0; count < 12; count += 1) made.push(await order(robin, [sticker]));
    const first = await readMyOrders(robin, 1, now);
    const second = await readMyOrders(robin, 2, now);
    expect([...first.orders, ...second.orders].map((found) => found.orderId)).toEqual(made.toReversed());
    expect([first.orders.length, first.pages, second.orders.length]).toEqual([10, 2, 2]);
    expect((await readMyOrders(robin, 3, now)).orders).toEqual([]);
  });

  test('belong to one person: another customer and a guest find nothing', async () => {
    const robin = await aPerson(fresh.db);
    const kim = await aPerson(fresh.db);
    const orderId = await order(robin, [await aProduct(fresh.db)]);
    expect(await readMyOrder(kim, orderId, now)).toBeNull();
    expect(await readMyOrder(guest, orderId, now)).toBeNull();
    expect((await readMyOrders(kim, 1, now)).orders).toEqual([]);
    expect(await readMyOrder(robin, `${orderId}'`, now)).toBeNull();
  });
});

describe("a customer's reservations without a time", () => {
  test('are shown only to their customer while they are held, with the end of the hold', async () => {
    const robin = await aPerson(fresh.db);
    const kim = await aPerson(fresh.db);
    const id = await reserve(robin, await aProduct(fresh.db, { name: 'Held' }));
    expect(await readMyReservations(robin, now)).toMatchObject([
      { id, name: 'Held', quantity: 2, heldUntil: 'Sun, Jun 7, 5:00 PM, when we close' },
    ]);
    expect(await readWaitingReservations(kim, [id], now)).toEqual([]);
    expect(await readWaitingReservations(robin, ['not an id'], now)).toEqual([]);
  });

  test('disappear when the hold has expired or the reservation has another status', async () => {
    const robin = await aPerson(fresh.db);
    const product = await aProduct(fresh.db);
    const id = await reserve(robin, product);
    expect(await readMyReservations(robin, now.add({ hours: 36 }))).toEqual([]);
    await fresh.db
      .update(pickupReservations)
      .set({ status: 'cancelled' })
      .where(eq(pickupReservations.id, id));
    expect(await readWaitingReservations(robin, [id], now)).toEqual([]);
  });
});
