import { eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lots, productStock } from '#db/schema/stock.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aProduct } from '#tests/support/people.ts';
import { retireExpiredLots } from './retire-expired-lots.server.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.stop());

test('a lot can be reserved on its last day in the store’s calendar, and not a minute longer', async () => {
  const product = await aProduct(fresh.db, { onHand: 7 });
  const other = await aProduct(fresh.db, { onHand: 3 });
  await fresh.db.update(lots).set({ expiresOn: '2026-06-06' }).where(eq(lots.productId, product));
  const onHand = async (id: number) =>
    (await fresh.db.select().from(productStock).where(eq(productStock.productId, id)))[0]?.onHand;

  // 11:59 PM in Hancock on that day is already the next day in UTC.
  expect(await retireExpiredLots(Temporal.Instant.from('2026-06-07T03:59:00Z'))).toBe(0);
  expect(await onHand(product)).toBe(7);

  const midnight = Temporal.Instant.from('2026-06-07T04:00:00Z');
  const retired = await Promise.all([retireExpiredLots(midnight), retireExpiredLots(midnight)]);
  expect(retired.toSorted()).toEqual([0, 1]);
  expect(await onHand(product)).toBe(0);
  expect(await onHand(other)).toBe(3);
  expect(await checkInvariants(fresh.db)).toEqual([]);
});
