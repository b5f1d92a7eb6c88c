/** Tests merging one category into another: products, addresses, saved views, differences, undo. */
import { desc, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guest, type SignedIn } from '#core/ground/access/actor.ts';
import { saveView } from '#core/ground/saved-views/save-view.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { auditLog } from '#db/schema/audit.ts';
import { categories, products } from '#db/schema/catalogue.ts';
import { savedViews } from '#db/schema/saved-views.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { NO_FILTER } from '../catalogue-filter.ts';
import { readWholeIndex } from '../catalogue-index-queries.server.ts';
import { knownFilter } from '../catalogue-selection.ts';
import { readCategories, readFormerCategories, readMergedAddresses } from '../categories-queries.server.ts';
import { readUndoable, undoBatch } from '../products/undo-batch.server.ts';
import { addCategory } from './add-category.server.ts';
import { archiveCategory, restoreCategory } from './archive-category.server.ts';
import { mergeCategory } from './merge-category.server.ts';
import { previewMerge } from './merge-preview-queries.server.ts';

let fresh: FreshDatabase;
let admin: SignedIn;

beforeAll(async () => {
  fresh = await freshDatabase();
  admin = await aPerson(fresh.db, { role: 'admin' });
});
afterAll(() => fresh.stop());

async function aCategory(name: string): Promise<number> {
  const added = await addCategory(admin, name);
  return added.ok ? added.value.id : expect.fail(added.problem.kind);
}
const categoryOf = async (ids: readonly number[]) => {
  const rows = await fresh.db
    .select()
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(products.id);
  return rows.map(({ categoryId }) => categoryId);
};
const merge = (from: number, to: number, seen: number, accepted = false, actor: SignedIn = admin) =>
  mergeCategory(actor, from, { to, seen, accepted });

test('a merge moves every product, archived ones too, leads its address on, and is undone', async () => {
  const [from, to] = [await aCategory('Vape Pens'), await aCategory('Cartridges')];
  const [sold, old] = [
    await aProduct(fresh.db, { categoryId: from }),
    await aProduct(fresh.db, { categoryId: from, archivedAt: new Date(), forSale: false }),
  ];
  const own = await aProduct(fresh.db, { categoryId: to });
  await saveView(admin, {
    list: 'inventory',
    name: 'Pens',
    query: `category=${from}&stock=low`,
    shared: true,
  });
  await saveView(admin, { list: 'inventory', name: 'Other', query: `category=${from}1`, shared: true });
  expect(await previewMerge(admin, from, to)).toEqual({
    ...{ from: 'Vape Pens', to: 'Cartridges', products: 2, archived: 1, views: 1, differences: [] },
  });
  expect(await merge(from, to, 2)).toEqual({
    ok: true,
    value: { name: 'Vape Pens', target: 'Cartridges', moved: 2 },
  });
  expect(await categoryOf([sold, old, own])).toEqual([to, to, to]);
  expect((await readCategories()).map(({ name }) => name)).not.toContain('Vape Pens');
  const index = await readWholeIndex(await storeClock());
  expect(knownFilter(index, { ...NO_FILTER, category: 'vape-pens' }).category).toBe('cartridges');
  const views = await fresh.db.select().from(savedViews).orderBy(desc(savedViews.name));
  expect(views.map(({ query }) => query)).toEqual([`category=${to}&stock=low`, `category=${from}1`]);
  // The History of both categories says so.
  const entries = await fresh.db.select().from(auditLog).where(eq(auditLog.action, 'category.merged'));
  const reason = 'Merged Vape Pens into Cartridges, 2 products.';
  expect(entries.map((entry) => [entry.subjectId, entry.actorId, entry.reason]).sort()).toEqual(
    [String(from), String(to)].sort().map((id) => [id, admin.userId, reason]),
  );
  // A second press finds the category gone.
  expect(await merge(from, to, 2)).toEqual({ ok: false, problem: { kind: 'not-found' } });

  const batch = await readUndoable(admin);
  expect(batch).toMatchObject({ count: 2, merged: { from: 'Vape Pens', into: 'Cartridges' } });
  expect(await undoBatch(admin, batch?.id ?? '')).toEqual({ ok: true, value: { undone: 2, left: 0 } });
  expect(await categoryOf([sold, old, own])).toEqual([from, from, to]);
  expect((await readCategories()).map(({ name }) => name)).toContain('Vape Pens');
  expect(await readMergedAddresses()).toEqual(new Map());
  const [reopened] = await fresh.db.select().from(auditLog).where(eq(auditLog.action, 'category.restored'));
  expect(reopened).toMatchObject({ subjectId: String(from), reason: 'Merge undone' });
});

test('a merged category that has products again is on the menu, and its address shows it', async () => {
  const [from, to] = [await aCategory('Wafers'), await aCategory('Biscuits')];
  await merge(from, to, 0);
  expect(await readMergedAddresses()).toEqual(new Map([['wafers', 'biscuits']]));
  await aProduct(fresh.db, { categoryId: from, archivedAt: new Date(), forSale: false });
  expect((await readCategories()).map(({ name }) => name)).not.toContain('Wafers');
  await aProduct(fresh.db, { categoryId: from });
  expect((await readCategories()).map(({ name }) => name)).toContain('Wafers');
  expect(await readFormerCategories()).toEqual([]);
  expect(await readMergedAddresses()).toEqual(new Map());
  const index = await readWholeIndex(await storeClock());
  expect(knownFilter(index, { ...NO_FILTER, category: 'wafers' }).category).toBe('wafers');
});

test('products that are taxed or limited differently join only if staff say so, and do not change', async () => {
  const [hats, buds] = [await aCategory('Hats'), await aCategory('Buds')];
  const clothing = { productType: 'apparel', taxClass: 'clothing', limitCategory: null, limitMg: null };
  const hat = await aProduct(fresh.db, { categoryId: hats, ...clothing });
  const wax = await aProduct(fresh.db, { categoryId: hats, limitCategory: 'concentrate' });
  await aProduct(fresh.db, { categoryId: buds });
  const before = await fresh.db
    .select()
    .from(products)
    .where(inArray(products.id, [hat, wax]));
  const differences = [
    'Products taxed as clothing would join Buds, which is taxed as cannabis.',
    'Products that count as concentrate would join Buds, which counts as flower.',
  ];
  expect(await merge(hats, buds, 2)).toEqual({
    ok: false,
    problem: { kind: 'mixed-classes', differences },
  });
  expect(await previewMerge(admin, hats, buds)).toMatchObject({ differences });
  expect(await categoryOf([hat, wax])).toEqual([hats, hats]);
  expect(await merge(hats, buds, 2, true)).toMatchObject({ ok: true });
  const after = await fresh.db
    .select()
    .from(products)
    .where(inArray(products.id, [hat, wax]));
  const classes = (rows: typeof before) =>
    rows.map(({ id, taxClass, limitCategory, limitMg }) => ({ id, taxClass, limitCategory, limitMg }));
  expect(classes(after)).toEqual(expect.arrayContaining(classes(before)));
});

test('a merge is refused if its products changed since the preview, into itself, and into a category off the menu', async () => {
  const [from, to, gone] = [await aCategory('Gummies'), await aCategory('Chews'), await aCategory('Gone')];
  await archiveCategory(admin, gone, null);
  await aProduct(fresh.db, { categoryId: from });
  expect(await merge(from, to, 0)).toEqual({ ok: false, problem: { kind: 'changed' } });
  for (const wrong of [from, gone, 99_999]) {
    expect(await merge(from, wrong, 1)).toEqual({ ok: false, problem: { kind: 'no-such-target' } });
    expect(await previewMerge(admin, from, wrong)).toBeNull();
  }
  const staff = await aPerson(fresh.db, { role: 'staff' });
  expect(await merge(from, to, 1, true, staff)).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
  expect(await previewMerge(guest, from, to)).toBeNull();
});

test('the address of a category that was merged twice leads to where its products are, until it is restored', async () => {
  const [a, b, c] = [await aCategory('Alpha'), await aCategory('Beta'), await aCategory('Gamma')];
  expect(await merge(a, b, 0)).toMatchObject({ ok: true });
  expect(await merge(b, c, 0)).toMatchObject({ ok: true });
  const leads = await readMergedAddresses();
  expect([leads.get('alpha'), leads.get('beta')]).toEqual(['gamma', 'gamma']);
  expect(await restoreCategory(admin, b)).toMatchObject({ ok: true });
  expect((await readMergedAddresses()).get('alpha')).toBe('beta');
  const [stored] = await fresh.db.select().from(categories).where(eq(categories.id, b));
  expect(stored?.mergedInto).toBeNull();
});
