import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { checkInvariants } from './invariants.ts';
import { aProduct } from './people.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.stop());

test('a unit missing from the ledger is noticed, and sound stock is not', async () => {
  const id = await aProduct(fresh.db, { onHand: 4 });
  expect(await checkInvariants(fresh.db)).toEqual([]);
  await fresh.db.execute(
    sql`update product_stock set on_hand = on_hand - 1, held = 2 where product_id = ${id}`,
  );
  expect(await checkInvariants(fresh.db)).toEqual([
    `product ${id}: stock says 3 on hand and 2 held, its ledger 4 and 0`,
    `product ${id}: 3 on hand and 2 held, its sellable lots 4 and 0`,
    `product ${id}: 2 held and 0 missing, live reservations promise 0`,
  ]);
});
