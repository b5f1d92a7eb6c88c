/** Tests the options of the page that changes an order's items. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { guest, type SignedIn } from '#core/ground/access/actor.ts';
import { MOST_MOVES } from '#core/sales/orders/hand-over/pickup-move.ts';
import { MOST_ITEM_CHANGES } from '#core/sales/orders/items-change/items-change.ts';
import { readItemsToAdd } from '#core/sales/orders/items-change/priced-items-queries.server.ts';
import { readOrderDetails } from '#core/sales/orders/order-details-queries.server.ts';
import { products } from '#db/schema/catalogue.ts';
import { events } from '#db/schema/events.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { aMug, anOrder, bringTo, NEXT_DAY_SLOT, NOW, SLOT, storedOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { readChangeableOrder } from './changeable-order-queries.server.ts';

const fresh = freshShop(afterEach);
let customer: SignedIn;

beforeEach(async () => {
  customer = await aPerson(fresh.db);
});

test('a line has its reserved price, and the units that are good on the pickup day, including its own', async () => {
  const mug = await aMug(fresh.db, { onHand: 5 });
  const orderId = await anOrder(customer, [[mug, 2]]);
  await anOrder(await aPerson(fresh.db), [[mug, 1]]);
  await fresh.db.update(products).set({ retailPrice: 9900 }).where(eq(products.id, mug));
  const order = await readChangeableOrder(customer, orderId, NOW);
  expect(order).toMatchObject({ refusal: null, noAdding: null, day: '2026-06-06', total: 4032 });
  expect(order?.lines).toMatchObject([{ productId: mug, quantity: 2, unitPrice: 1800, most: 4 }]);
});

test('a product to add has today’s price, and none left where no lot is good on the pickup day', async () => {
  const [mug, cap, gone] = [
    await aMug(fresh.db, { onHand: 3, expiresOn: '2026-06-06' }),
    await aMug(fresh.db, { onHand: 3, retailPrice: 2000 }),
    await aMug(fresh.db),
  ];
  await fresh.db.update(products).set({ forSale: false }).where(eq(products.id, gone));
  const orderId = await anOrder(customer, [[cap, 1]], NEXT_DAY_SLOT);
  const day = (await readChangeableOrder(customer, orderId, NOW))?.day ?? '';
  expect(await readItemsToAdd([mug, cap, gone, 2_000_000_000], day, NOW)).toMatchObject([
    { productId: mug, unitPrice: 1800, most: 0 },
    { productId: cap, unitPrice: 2000, most: 2 },
    { productId: gone, most: 0 },
  ]);
});

test('another person’s order is not found, and one being packed cannot be changed', async () => {
  const staff = await aPerson(fresh.db, { role: 'staff' });
  const orderId = await anOrder(customer, [[await aMug(fresh.db), 1]]);
  for (const actor of [guest, staff, await aPerson(fresh.db)])
    expect(await readChangeableOrder(actor, orderId, NOW)).toBeNull();
  await bringTo(staff, orderId, 'packing');
  const { refusal } = (await readChangeableOrder(customer, orderId, NOW)) ?? {};
  expect(refusal).toContain('‘Packing’');
});

test('on arrival the page knows what the save would refuse: adding to a pickup that is near, and one change too many', async () => {
  const orderId = await anOrder(customer, [[await aMug(fresh.db, { onHand: 50 }), 1]]);
  const near = Temporal.Instant.from(SLOT).subtract({ minutes: 5 });
  expect(await readChangeableOrder(customer, orderId, near)).toMatchObject({
    refusal: null,
    noAdding: { kind: 'too-close' },
  });
  const { id } = await storedOrder(fresh.db, orderId);
  const happened = (kind: 'order-items-changed' | 'order-moved', often: number) =>
    fresh.db.insert(events).values(
      Array.from({ length: often }, () => ({
        ...{ id: randomUUID(), kind, subjectId: id, actorId: customer.userId },
        payload: { kind, orderId: id, changes: [], from: null, to: SLOT },
      })),
    );
  await happened('order-items-changed', MOST_ITEM_CHANGES);
  expect((await readChangeableOrder(customer, orderId, NOW))?.refusal).toContain('changed 10 times');
  expect(await readOrderDetails(customer, orderId, NOW)).toMatchObject({ moveRefusal: null });
  await happened('order-moved', MOST_MOVES);
  expect((await readOrderDetails(customer, orderId, NOW))?.moveRefusal).toContain('moved 5 times');
});
