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

test('a unit that is on no row of the ledger is noticed, and sound stock is not', async () => {
  const id = await aProduct(fresh.db, { onHand: 4 });
  expect(await checkInvariants(fresh.db)).toEqual([]);
  await fresh.db.execute(
    sql`update product_stock set on_hand = on_hand - 1, held = 4 where product_id = ${id}`,
  );
  expect(await checkInvariants(fresh.db)).toEqual([
    `product ${id}: stock says 3 on hand and 4 held, its ledger 4 and 0`,
    `product ${id}: 4 held of only 3 on hand`,
    `product ${id}: 3 on hand, its sellable lots hold 4`,
    `product ${id}: 4 held, live reservations promise 0`,
  ]);
});
