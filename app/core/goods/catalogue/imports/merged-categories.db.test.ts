/** Tests files that name categories which are off the menu: merged, archived, or merged into an archived one. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { products } from '#db/schema/catalogue.ts';
import { newId } from '#kernel/ids.ts';
import { readImportPage } from '#office/imports/imports-queries.server.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { importsOf } from '#tests/support/imports-of-files.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { addCategory } from '../categories/add-category.server.ts';
import { archiveCategory, restoreCategory } from '../categories/archive-category.server.ts';
import { categoryMessage } from '../categories/category.ts';
import { mergeCategory } from '../categories/merge-category.server.ts';
import { readCategories } from '../categories-queries.server.ts';

let fresh: FreshDatabase;
let admin: SignedIn;
let files: Awaited<ReturnType<typeof importsOf>>;

beforeAll(async () => {
  fresh = await freshDatabase();
  admin = await aPerson(fresh.db, { role: 'admin' });
  files = await importsOf(admin);
});
afterAll(async () => {
  await files.close();
  await fresh.stop();
});

const word = () => `Finch ${newId().slice(-12)}`;
async function aCategory(name: string): Promise<number> {
  const added = await addCategory(admin, name);
  return added.ok ? added.value.id : expect.fail(added.problem.kind);
}
async function merge(from: number, to: number, seen = 0): Promise<void> {
  expect(await mergeCategory(admin, from, { to, seen, accepted: true })).toMatchObject({ ok: true });
}
const categoryOf = async (name: string) => {
  const [row] = await fresh.db.select().from(products).where(eq(products.name, name));
  return row?.categoryId;
};

test('rows of a category that was merged, once or twice, land where its products are, and say so', async () => {
  const [edibles, chews, gummies] = [
    await aCategory('Fruit Edibles'),
    await aCategory('Chews'),
    await aCategory('Gummies'),
  ];
  const old = word();
  await aProduct(fresh.db, { name: old, categoryId: edibles });
  await merge(edibles, chews, 1);
  await merge(chews, gummies, 1);
  const [byName, bySlug] = [word(), word()];
  const found = await files.preview(
    `Product,Category,Type\n${old},Fruit Edibles,\n${byName},FRUIT edibles,cannabis\n${bySlug},chews,cannabis`,
  );
  expect(found.counts?.unknownCategories).toEqual({});
  expect(found.rows.map(({ outcome, reasons }) => [outcome, reasons])).toEqual([
    ['unchanged', ['Category “Fruit Edibles” is now Gummies.']],
    ['new', ['Category “FRUIT edibles” is now Gummies.']],
    ['new', ['Category “chews” is now Gummies.']],
  ]);
  await files.apply(found.id);
  expect([await categoryOf(byName), await categoryOf(bySlug)]).toEqual([gummies, gummies]);
});

test('a category merged between preview and import: the file is compared again, and its rows land in the other one', async () => {
  const [from, to] = [await aCategory('Tarts'), await aCategory('Pies')];
  const [named, unnamed] = [word(), word()];
  const found = await files.preview(`Product,Category,Type\n${named},Tarts,cannabis\n${unnamed},,cannabis`);
  await files.answer(found.id, { categoryId: from });
  await merge(from, to);
  expect(await files.apply(found.id)).toMatchObject({ status: 'reading', movedOn: true });
  await files.answer(found.id, {});
  await files.apply(found.id);
  expect([await categoryOf(named), await categoryOf(unnamed)]).toEqual([to, to]);
  expect((await readCategories()).map(({ name }) => name)).not.toContain('Tarts');
});

test('an archived category, and one merged into it, are restored instead of added', async () => {
  const [from, to] = [await aCategory('Salves'), await aCategory('Balms')];
  await merge(from, to);
  await archiveCategory(admin, to, null);
  const name = word();
  const found = await files.preview(
    `Product,Category,Type\n${name},Salves,cannabis\n${word()},balms,cannabis\n${word()},Nowhere,cannabis`,
  );
  const page = await readImportPage(found, { filters: {}, sort: 'line', position: null });
  expect(page.offMenu).toEqual({
    Salves: { id: to, name: 'Balms', isMerged: true },
    balms: { id: to, name: 'Balms', isMerged: false },
    Nowhere: null,
  });
  expect(await restoreCategory(admin, to)).toMatchObject({ ok: true });
  const again = await files.answer(found.id, {});
  expect(Object.keys(again.counts?.unknownCategories ?? {})).toEqual(['Nowhere']);
  await files.apply(found.id);
  expect(await categoryOf(name)).toBe(to);
});

test('the name of a merged category is refused with the category that has its products now', async () => {
  const [from, middle, to] = [await aCategory('Drops'), await aCategory('Sips'), await aCategory('Drinks')];
  await merge(from, middle);
  await merge(middle, to);
  const refused = await addCategory(admin, 'drops');
  expect(refused.ok ? '' : categoryMessage(refused.problem)).toBe(
    'Drops was merged into Drinks. Restore it, or choose another name.',
  );
});
