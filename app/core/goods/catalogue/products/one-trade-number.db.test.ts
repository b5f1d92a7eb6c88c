/** A UPC is one number however it is printed: for saving, duplicates, the list's search and what is typed at the counter. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { products } from '#db/schema/catalogue.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { readEditedProduct } from './edited-products-queries.server.ts';
import { findProductToAdd } from './find-product-queries.server.ts';
import { inventoryList } from './inventory-list.ts';
import { readInventory, readInventoryOptions } from './inventory-queries.server.ts';
import { readProductFields } from './product-fields.ts';
import { saveProduct } from './save-product.server.ts';

let fresh: FreshDatabase;
let admin: SignedIn;
beforeAll(async () => {
  fresh = await freshDatabase();
  admin = await aPerson(fresh.db, { role: 'admin' });
});
afterAll(() => fresh.stop());

const forms = [
  '036000291452',
  '0-36000-29145-2',
  '0036000291452',
  '00036000291452',
  '(01)00036000291452(10)LOT-7',
  'https://id.gs1.org/01/00036000291452',
];

async function save(id: number, upcCode: string) {
  const version = (await readEditedProduct(admin, id))?.version ?? 0;
  const read = readProductFields({ upcCode }, ['upcCode']);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return saveProduct(admin, id, { version, values: read.values, accepted: '' }, { base: {}, mine: {} });
}

test('a UPC is saved with 14 digits, found by each of its forms, and no other product can have one of them', async () => {
  const [first, second] = [await aProduct(fresh.db), await aProduct(fresh.db)];
  expect(await save(first, forms[1] ?? '')).toMatchObject({ ok: true });
  const [row] = await fresh.db.select({ upc: products.upcCode }).from(products).where(eq(products.id, first));
  expect(row?.upc).toBe('00036000291452');
  const list = inventoryList(await readInventoryOptions());
  for (const form of forms) {
    expect(await save(second, form), form).toMatchObject({
      ok: false,
      problem: { kind: 'invalid', errors: { upcCode: ['Another product has this UPC.'] } },
    });
    expect(await findProductToAdd(form), form).toBe(first);
    const page = await readInventory(admin, list.parse(new URLSearchParams({ find: form })), '2026-11-29');
    expect(
      page?.rows.map(({ id }) => id),
      form,
    ).toEqual([first]);
  }
});

test('a product saved with 12 digits, as all were before, has its number too', async () => {
  const [old, other] = [await aProduct(fresh.db, { upcCode: '012345678905' }), await aProduct(fresh.db)];
  expect(await save(other, '0012345678905')).toMatchObject({ ok: false });
  expect(await findProductToAdd('00012345678905')).toBe(old);
  expect(await save(old, '012345678905')).toMatchObject({ ok: true, value: { changed: false } });
});
