import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { CAPACITY, compareOrdersWithModel } from '#tests/support/order-sequences.ts';
import { openForOrders } from '#tests/support/orders.ts';

/** More than 100 edits and status changes; the long suite makes 10,000. */
const SEQUENCES = 3;

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db, CAPACITY);
});
afterAll(() => fresh.stop());

test('after edits and status changes in any order, stock equals ledger and model, and money equals the quote', async () => {
  const { changes } = await compareOrdersWithModel(fresh.db, SEQUENCES);
  expect(changes).toBeGreaterThan(100);
  expect(await checkInvariants(fresh.db)).toEqual([]);
});
