/** Tests what an order's lines say wherever customers read them: sizes of one product apart, no batch that the shop made up. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { products } from '#db/schema/catalogue.ts';
import { lots } from '#db/schema/stock.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aMug, anOrder, NOW, openForOrders, storedOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { readMailedOrder } from '../emails/mailed-order-queries.server.ts';
import { readMyOrder } from '../orders-queries.server.ts';
import { sizedName } from '../sales-columns.server.ts';
import { itemsOf } from '../write-order-lines.server.ts';
import { readAnyReceipt } from './receipt-queries.server.ts';

let fresh: FreshDatabase;
let customer: SignedIn;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  customer = await aPerson(fresh.db);
});
afterAll(() => fresh.stop());

async function sized(name: string, size: string | null): Promise<number> {
  const id = await aMug(fresh.db, { name });
  await fresh.db.update(products).set({ size }).where(eq(products.id, id));
  return id;
}

test('an order, its mails and its receipt name the size of each line', async () => {
  const [large, small] = [await sized('Farm T-shirt', 'XL'), await sized('Farm T-shirt', 'S')];
  const number = await anOrder(customer, [
    [large, 1],
    [small, 2],
  ]);
  const { id } = await storedOrder(fresh.db, number);
  const names = ['Farm T-shirt, XL', 'Farm T-shirt, S'];
  const named = (lines: readonly { name: string }[] | undefined) => lines?.map(({ name }) => name);
  expect(named((await readMyOrder(customer, number, NOW))?.items)).toEqual(names);
  expect(named((await readMailedOrder(id, 'America/New_York'))?.lines)).toEqual(names);
  expect(named((await readAnyReceipt(id)).lines)).toEqual(names);
  const items = await fresh.db.transaction((tx) => itemsOf(tx as never, id));
  expect(items.map(({ productName }) => productName)).toEqual(names);
});

test('neither an order, its mails nor its receipt show the batch of goods that came without one', async () => {
  const mug = await aMug(fresh.db);
  await fresh.db.update(lots).set({ batchNumber: '1' }).where(eq(lots.productId, mug));
  const number = await anOrder(customer, [[mug, 1]]);
  const { id } = await storedOrder(fresh.db, number);
  expect((await readMyOrder(customer, number, NOW))?.items[0]?.batches).toBeNull();
  expect((await readMailedOrder(id, 'America/New_York'))?.lines[0]?.batches).toBeNull();
  expect((await readAnyReceipt(id)).lines[0]?.batches).toBeNull();
});

test.each([
  ['Blue Dream', null, 'Blue Dream'],
  ['Blue Dream', '', 'Blue Dream'],
  ['Blue Dream 1/8 oz', '1/8 OZ', 'Blue Dream 1/8 oz'],
  ['Farm Towel', 'L', 'Farm Towel, L'],
])('%s of size %s is called %s', async (name, size, called) => {
  const id = await sized(name, size);
  const { rows } = await fresh.db.execute(sql`
    select ${sizedName(sql`products.name`, sql`products.id`)} as name from products where id = ${id}`);
  expect(rows).toEqual([{ name: called }]);
});
