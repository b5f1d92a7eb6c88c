/** Categories as an admin changes them, and what the menu shows after each change. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_FILTER } from '#core/goods/catalogue/catalogue-filter.ts';
import {
  catalogueIndex,
  catalogueSettled,
  openCatalogueIndex,
} from '#core/goods/catalogue/catalogue-index.server.ts';
import { readCatalogue } from '#core/goods/catalogue/catalogue-queries.server.ts';
import { readCategories } from '#core/goods/catalogue/categories-queries.server.ts';
import { restoreProduct } from '#core/goods/catalogue/products/save-product.server.ts';
import { menuShelves } from '#core/goods/catalogue/selected-shelves.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { announceChange } from '#db/announced-changes.ts';
import { type Listener, listen } from '#db/listen.ts';
import { auditLog } from '#db/schema/audit.ts';
import { categories, products } from '#db/schema/catalogue.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { addCategory, addStarterSet } from './add-category.server.ts';
import { archiveCategory, restoreCategory } from './archive-category.server.ts';
import { starterSet } from './category.ts';
import { renameCategory } from './rename-category.server.ts';

let fresh: FreshDatabase;
let admin: SignedIn;
let listener: Listener;

beforeAll(async () => {
  fresh = await freshDatabase();
  admin = await aPerson(fresh.db, { role: 'admin' });
  listener = await listen({
    url: fresh.url,
    channel: 'catalogue',
    onNotify: announceChange,
    onReconnect: () => undefined,
  });
  await openCatalogueIndex();
});
afterAll(async () => {
  await listener.stop();
  await fresh.stop();
});

const names = async () => (await readCategories()).map(({ name }) => name);
const idOf = async (name: string) => {
  const [found] = await fresh.db.select().from(categories).where(eq(categories.name, name));
  return found?.id ?? 0;
};

test('an empty shop gets the starter set in one step, in the order of the menu, and only once', async () => {
  expect(await addStarterSet(admin)).toEqual({ ok: true, value: { added: starterSet.length } });
  expect(await names()).toEqual([...starterSet]);
  expect(await addStarterSet(admin)).toEqual({ ok: true, value: { added: 0 } });
});

test('two people who add names that look the same at once make one category', async () => {
  const other = await aPerson(fresh.db, { role: 'admin' });
  const outcomes = await Promise.all([
    addCategory(admin, 'Small Buds'),
    addCategory(other, 'small-buds'),
    addCategory(admin, 'SMALL BUDS'),
    addCategory(other, 'Smаll Buds'),
  ]);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  for (const outcome of outcomes)
    if (!outcome.ok) expect(outcome.problem).toMatchObject({ kind: 'name-taken', isArchived: false });
});

test('a new name is on the menu and found by search, under the old address', async () => {
  const id = await idOf('Vapes');
  await aProduct(fresh.db, { name: 'Heron 510', categoryId: id });
  expect(await renameCategory(admin, id, 'FLOWER')).toMatchObject({
    ok: false,
    problem: { kind: 'name-taken' },
  });
  expect(await renameCategory(admin, id, 'Cartridges')).toEqual({ ok: true, value: { name: 'Cartridges' } });
  await expect
    .poll(async () => {
      await catalogueSettled();
      const menu = await readCatalogue({ ...NO_FILTER, category: 'vapes' });
      return [menu.products.map(({ name, categoryName }) => [name, categoryName])];
    })
    .toEqual([[['Heron 510', 'Cartridges']]]);
  const found = await readCatalogue({ ...NO_FILTER, q: 'cartridges' });
  expect(found.products.map(({ name }) => name)).toEqual(['Heron 510']);
  const lines = await fresh.db.select().from(auditLog).where(eq(auditLog.action, 'category.renamed'));
  expect(lines).toMatchObject([
    { before: { name: 'Vapes' }, after: { name: 'Cartridges' }, actorId: admin.userId },
  ]);
});

test('a category with products is archived only with another one for them', async () => {
  const [from, to] = [await idOf('Edibles'), await idOf('Tinctures')];
  const kept = await aProduct(fresh.db, { name: 'Plum Chews', categoryId: from });
  const old = await aProduct(fresh.db, {
    name: 'Old Chews',
    categoryId: from,
    archivedAt: new Date(),
    forSale: false,
  });
  expect(await archiveCategory(admin, from, null)).toEqual({
    ok: false,
    problem: { kind: 'has-products', products: 1 },
  });
  const gone = await idOf('Topicals');
  expect(await archiveCategory(admin, gone, null)).toMatchObject({ ok: true });
  for (const wrong of [from, 99_999, gone])
    expect(await archiveCategory(admin, from, wrong)).toMatchObject({ problem: { kind: 'no-such-target' } });
  expect(await restoreCategory(admin, gone)).toMatchObject({ ok: true });
  expect(await names()).toContain('Edibles');
  expect(await archiveCategory(admin, from, to)).toEqual({ ok: true, value: { name: 'Edibles', moved: 1 } });
  expect(await names()).not.toContain('Edibles');
  const rows = await fresh.db
    .select()
    .from(products)
    .where(sql`${products.id} in (${kept}, ${old})`)
    .orderBy(products.id);
  expect(rows.map(({ categoryId, version }) => [categoryId, version])).toEqual([
    [to, 2],
    [from, 1],
  ]);
  await expect
    .poll(async () => {
      await catalogueSettled();
      return menuShelves(await catalogueIndex()).map(({ name }) => name);
    })
    .toEqual(['Cartridges', 'Tinctures']);
  // Its name stays taken, and the refusal says where it is.
  expect(await addCategory(admin, 'edibles')).toMatchObject({
    problem: { kind: 'name-taken', isArchived: true },
  });
  // A product that comes back brings its category along.
  expect(await restoreProduct(admin, old)).toMatchObject({ ok: true });
  expect(await names()).toContain('Edibles');
});

test('an archived category comes back to the end of every choice', async () => {
  const id = await idOf('Topicals');
  expect(await archiveCategory(admin, id, null)).toEqual({ ok: true, value: { name: 'Topicals', moved: 0 } });
  expect(await names()).not.toContain('Topicals');
  expect(await restoreCategory(admin, id)).toMatchObject({ ok: true, value: { name: 'Topicals' } });
  expect(await names()).toContain('Topicals');
});

test('staff without the permission change nothing', async () => {
  const staff = await aPerson(fresh.db, { role: 'staff' });
  const before = await names();
  const id = await idOf('Flower');
  for (const outcome of [
    await addCategory(staff, 'Prints'),
    await addStarterSet(staff),
    await renameCategory(staff, id, 'Buds'),
    await archiveCategory(staff, id, null),
    await restoreCategory(staff, id),
  ])
    expect(outcome).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
  expect(await names()).toEqual(before);
});
