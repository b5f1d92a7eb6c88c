/** A shop for one test file, for tests about orders. */
import { afterAll, beforeAll, expect } from 'vitest';
import type { Database } from '#db/client.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { checkInvariants } from './invariants.ts';
import { openForOrders } from './orders.ts';

/**
 * Opens a shop before the file's tests and stops it after them.
 * @param after when its invariants must hold: `afterEach` or `afterAll`.
 */
export function freshShop(after: (check: () => Promise<void>) => void): { readonly db: Database } {
  let fresh: FreshDatabase;
  beforeAll(async () => {
    fresh = await freshDatabase();
    await openForOrders(fresh.db);
  });
  // Hooks behind tests run last to first: the check comes before the stop.
  afterAll(() => fresh.stop());
  after(async () => {
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });
  return {
    get db() {
      return fresh.db;
    },
  };
}
