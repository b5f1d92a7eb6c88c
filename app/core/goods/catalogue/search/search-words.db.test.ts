/** Tests the words that correct typos, as triggers collect them from the shop's data. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { categories, products } from '#db/schema/catalogue.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aMug } from '#tests/support/orders.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.stop());

async function known(...words: string[]): Promise<string[]> {
  const { rows } = await fresh.db.execute<{ word: string }>(
    sql`select word from search_words where word = any(${sql.param(words)}::text[]) order by word`,
  );
  return rows.map(({ word }) => word);
}

test('a new or changed product adds the words of its texts, without accents and numbers', async () => {
  const mug = await aMug(fresh.db, { name: 'Crème-Brûlée 12345 Grindstone 35x90' });
  expect(await known('creme', 'brulee', 'grindstone', '12345', '35x90')).toEqual([
    '35x90',
    'brulee',
    'creme',
    'grindstone',
  ]);
  await fresh.db.update(products).set({ strainCode: 'Quillwort' }).where(eq(products.id, mug));
  expect(await known('quillwort')).toEqual(['quillwort']);
});

test('a change of price adds no words', async () => {
  const mug = await aMug(fresh.db, { name: 'Marshmallow mug' });
  await fresh.db.execute(sql`delete from search_words where word = 'marshmallow'`);
  await fresh.db.update(products).set({ retailPrice: 1234 }).where(eq(products.id, mug));
  expect(await known('marshmallow')).toEqual([]);
});

test('a new category name adds its words', async () => {
  const mug = await aMug(fresh.db);
  const [product] = await fresh.db.select().from(products).where(eq(products.id, mug));
  await fresh.db
    .update(categories)
    .set({ name: 'Tumbleweed goods' })
    .where(eq(categories.id, product?.categoryId ?? 0));
  expect(await known('tumbleweed', 'goods')).toEqual(['goods', 'tumbleweed']);
});
