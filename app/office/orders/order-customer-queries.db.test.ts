/** Tests what staff read about an order's customer before they sell. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { defaultSettings } from '#core/ground/settings/settings.ts';
import { changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { AFTER_PICKUP, anOrder, NOW } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { readOrderCustomer } from './order-customer-queries.server.ts';

const fresh = freshShop(afterAll);
let staff: SignedIn;
let customer: SignedIn;
const read = (actor: SignedIn = staff) => readOrderCustomer(actor, customer.userId, defaultSettings(), NOW);

beforeAll(async () => {
  staff = await aPerson(fresh.db, { role: 'staff' });
  customer = await aPerson(fresh.db);
});

test('shows the age decision, a ban, no-shows and what is left of today’s limits', async () => {
  const set = (facts: Partial<typeof customerProfiles.$inferInsert>) =>
    fresh.db.update(customerProfiles).set(facts).where(eq(customerProfiles.userId, customer.userId));
  await set({ isVerifiedOver21: null });
  expect(await read()).toEqual({
    age: 'undecided',
    ban: null,
    orders: 0,
    noShows: 0,
    left: ['3 oz (85 g) of cannabis', '24 g of cannabis concentrate'],
  });
  const product = await aProduct(fresh.db, { onHand: 9, limitMg: 3500 });
  const missed = await anOrder(customer, [[product, 1]]);
  await changeOrderStatus(staff, { orderId: missed, to: 'no_show', reason: '', version: null }, AFTER_PICKUP);
  await anOrder(customer, [[product, 2]]);
  await set({ isVerifiedOver21: false, isBanned: true, banReason: 'Resold at the gate' });
  expect(await read()).toEqual({
    age: 'rejected',
    ban: 'Resold at the gate',
    orders: 2,
    noShows: 1,
    left: ['78 g of cannabis', '24 g of cannabis concentrate'],
  });
  await set({ isVerifiedOver21: true, isBanned: false, banReason: null });
  expect(await read()).toMatchObject({ age: 'approved', ban: null });
  expect(await read(customer)).toBeNull();
});
