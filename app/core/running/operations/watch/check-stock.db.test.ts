/** Stock that was changed behind its ledger is found, and stock under sale is not mistaken for it. */

import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reserveProduct } from '#core/sales/checkout/reserve-product.server.ts';
import { lots, productStock } from '#db/schema/stock.ts';
import { readEnv } from '#platform/env.ts';
import { folderStore, openFiles } from '#platform/files/files.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { openForOrders } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { compareStock } from './check-stock.server.ts';
import { lastStockCheck, readWatched } from './watched-queries.server.ts';

let fresh: FreshDatabase;
let productId: number;
beforeAll(async () => {
  fresh = await freshDatabase();
  openFiles(folderStore(mkdtempSync(join(tmpdir(), 'farmgate-files-'))));
  await openForOrders(fresh.db);
  productId = await aProduct(fresh.db, { onHand: 500 });
  await aProduct(fresh.db, { onHand: 3 });
});
afterAll(() => fresh.stop());

const found = async () => {
  await compareStock();
  const { products, mismatches, productIds } = (await lastStockCheck()) ?? {};
  return [products, mismatches, productIds];
};

test('stock agrees with its ledger in the middle of sales', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => aPerson(fresh.db)));
  const sales = Promise.all(
    people.map((person) => reserveProduct(person, { productId, quantity: 1, key: randomUUID() })),
  );
  for (let nth = 0; nth < 5; nth++) expect(await found()).toEqual([2, 0, []]);
  expect((await sales).every(({ ok }) => ok)).toBe(true);
  expect(await found()).toEqual([2, 0, []]);
});

test.each([
  ['a product', () => fresh.db.update(productStock).set({ onHand: sql`on_hand + 1` })],
  ['what is held', () => fresh.db.update(productStock).set({ held: sql`held + 1` })],
  ['a lot', () => fresh.db.update(lots).set({ onHand: sql`on_hand + 1` })],
])('units of %s that no ledger has are found, and are a problem', async (_, change) => {
  const undo = await fresh.db.execute<{ onHand: number; held: number; lot: number }>(sql`
    select stock.on_hand as "onHand", stock.held, (select on_hand from lots where product_id = ${productId}) as lot
    from product_stock as stock where product_id = ${productId}`);
  const [was] = undo.rows;
  if (!was) throw new Error('no stock');
  await change().where(sql`product_id = ${productId}`);
  expect(await found()).toEqual([2, 1, [productId]]);
  const stock = (await readWatched(readEnv({}))).find(({ part }) => part === 'stock');
  expect(stock).toMatchObject({
    isBad: true,
    finding: { state: 'problem', text: expect.stringContaining(`#${productId}`) },
  });
  const { onHand, held, lot } = was;
  await fresh.db.update(productStock).set({ onHand, held }).where(eq(productStock.productId, productId));
  await fresh.db.update(lots).set({ onHand: lot }).where(eq(lots.productId, productId));
  expect(await found()).toEqual([2, 0, []]);
});

test('a long ledger is summed at night, and at once where the last time was a day ago', async () => {
  await fresh.db.execute(sql`analyze stock_ledger`);
  const at = async (time: string) => {
    await compareStock(1, Temporal.Instant.from(time));
    return (await lastStockCheck())?.checkedAt.toISOString().slice(0, 16);
  };
  await compareStock(1e9, Temporal.Instant.from('2026-11-26T12:47:00Z'));
  expect(await at('2026-11-26T13:47:00Z')).toBe('2026-11-26T12:47');
  expect(await at('2026-11-27T08:47:00Z')).toBe('2026-11-26T12:47');
  expect(await at('2026-11-27T09:47:00Z')).toBe('2026-11-27T09:47');
  expect(await at('2026-11-27T10:47:00Z')).toBe('2026-11-27T09:47');
  expect(await at('2026-11-28T10:47:00Z')).toBe('2026-11-28T10:47');
});
