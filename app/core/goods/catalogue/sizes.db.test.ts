import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { announceChange } from '#db/announced-changes.ts';
import { products } from '#db/schema/catalogue.ts';
import { productStock } from '#db/schema/stock.ts';
import { watchShown } from '#platform/pages/shown.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { NO_FILTER } from './catalogue-filter.ts';
import { catalogueSettled, openCatalogueIndex } from './catalogue-index.server.ts';
import { readCatalogue } from './catalogue-queries.server.ts';
import { readRelated } from './product-queries.server.ts';
import { readOtherSizes, readSizes } from './sizes-queries.server.ts';

let fresh: FreshDatabase;
const kind = { strainCode: 'KES', strainType: 'indica', thcBasisPoints: 2000 } as const;
let [eighth, quarter, ounce, other] = [0, 0, 0, 0];

type Change = Partial<typeof products.$inferInsert>;

/** Changes a product and announces it as the database would. */
async function change(id: number, values: Change): Promise<void> {
  await fresh.db.update(products).set(values).where(eq(products.id, id));
  announceChange(`products:${id}`);
  await catalogueSettled();
}

async function sell(id: number, held: number): Promise<void> {
  await fresh.db.update(productStock).set({ held }).where(eq(productStock.productId, id));
  announceChange(`stock:${id}`);
  await catalogueSettled();
}

beforeAll(async () => {
  fresh = await freshDatabase();
  const size = (name: string, grams: number, retailPrice: number) =>
    aProduct(fresh.db, { ...kind, name, size: `${grams} g`, netWeightMg: grams * 1000, retailPrice });
  quarter = await size('Kestrel Flower, Quarter Ounce', 7, 7800);
  eighth = await size('Kestrel Flower', 3.5, 4200);
  ounce = await size('Kestrel Flower, One Ounce', 28, 26_000);
  other = await aProduct(fresh.db, {
    ...kind,
    strainType: 'hybrid',
    name: 'Kestrel Flower, Half Ounce',
    size: '14 g',
    netWeightMg: 14_000,
    retailPrice: 14_000,
  });
  await openCatalogueIndex();
});
beforeEach(() => catalogueSettled());
afterAll(() => fresh.stop());

const idsOf = async (filter: Partial<typeof NO_FILTER> = {}) => {
  const { products: shown, total } = await readCatalogue({ ...NO_FILTER, sort: 'name', ...filter });
  expect(total).toBe(shown.length);
  return shown.map(({ id, sizes }) => [id, sizes?.map((size) => size.id) ?? null]);
};

test('a list shows the sizes of a product once, as the smallest, and another strain type on its own', async () => {
  expect(await idsOf()).toEqual([
    [eighth, [eighth, quarter, ounce]],
    [other, null],
  ]);
  expect((await readCatalogue(NO_FILTER)).facets).toMatchObject({
    strains: { indica: 1, hybrid: 1 },
    inStock: 2,
  });
});

test('each size on a card has what its button shows and the cart saves', async () => {
  const { shelves } = await readCatalogue(NO_FILTER);
  const [card] = shelves?.[0]?.products ?? [];
  expect(card?.sizes).toMatchObject([
    { id: eighth, label: '1/8 oz', retailPrice: 4200, offer: null, picture: null, available: 6 },
    { id: quarter, label: '1/4 oz', name: 'Kestrel Flower, Quarter Ounce', retailPrice: 7800 },
    { id: ounce, label: '1 oz', retailPrice: 26_000 },
  ]);
});

test('a range or a search that only one size meets shows that size alone', async () => {
  expect(await idsOf({ minPrice: 20_000 })).toEqual([[ounce, null]]);
  expect(await idsOf({ minPrice: 5000, maxPrice: 30_000, strains: ['indica'] })).toEqual([
    [quarter, [quarter, ounce]],
  ]);
  expect(await idsOf({ q: 'kestrel quarter ounce', exact: true, strains: ['indica'] })).toEqual([
    [quarter, null],
  ]);
});

test('a product’s page offers every size on the menu, smallest first', async () => {
  const sizes = await readSizes(quarter);
  expect(sizes.map(({ id, label, perGram }) => [id, label, perGram])).toEqual([
    [eighth, '1/8 oz', 1200],
    [quarter, '1/4 oz', 1114],
    [ounce, '1 oz', 929],
  ]);
  expect(await readSizes(other)).toEqual([]);
});

test('a product that is off sale or archived is not offered as a size', async () => {
  await change(quarter, { forSale: false });
  expect((await readSizes(eighth)).map(({ id }) => id)).toEqual([eighth, ounce]);
  await change(ounce, { archivedAt: new Date() });
  expect(await readSizes(eighth)).toEqual([]);
  expect(await idsOf({ strains: ['indica'] })).toEqual([[eighth, null]]);
  await change(ounce, { archivedAt: null });
  await change(quarter, { forSale: true });
  expect(await readSizes(eighth)).toHaveLength(3);
});

test('a size that is sold out or expired is shown so, and represents no others', async () => {
  await sell(eighth, 10);
  expect((await readSizes(quarter)).map(({ id, available }) => [id, available > 0])).toEqual([
    [eighth, false],
    [quarter, true],
    [ounce, true],
  ]);
  expect(await idsOf({ strains: ['indica'] })).toEqual([[quarter, [eighth, quarter, ounce]]]);
  expect(await idsOf({ strains: ['indica'], inStock: true })).toEqual([[quarter, [quarter, ounce]]]);
  await sell(eighth, 0);
  expect(await idsOf({ strains: ['indica'] })).toEqual([[eighth, [eighth, quarter, ounce]]]);
});

test('every page that shows a size depends on the other sizes: product page, lists and related products', async () => {
  const readings = {
    page: () => readSizes(eighth),
    list: () => readCatalogue({ ...NO_FILTER, sort: 'name' }),
    shelves: () => readCatalogue(NO_FILTER),
    beside: () => readRelated(other),
  };
  for (const [name, read] of Object.entries(readings)) {
    const { shown } = await watchShown<unknown>(read);
    expect([...shown.names], name).toEqual(
      expect.arrayContaining([`products:${quarter}`, `products:${ounce}`]),
    );
  }
});

test('a cached page is loaded again when a size is added or removed', async () => {
  const holds = (checks: readonly (() => boolean)[]) => checks.every((check) => check());
  const { shown: page } = await watchShown(() => readSizes(eighth));
  const { shown: list } = await watchShown(() => readCatalogue(NO_FILTER));
  expect([holds(page.checks), holds(list.checks)]).toEqual([true, true]);
  await change(other, { strainType: 'indica' });
  expect([holds(page.checks), holds(list.checks)]).toEqual([false, false]);
  expect((await readSizes(eighth)).map(({ id }) => id)).toEqual([eighth, quarter, other, ounce]);
  await change(other, { strainType: 'hybrid' });
});

test('related products show sizes once, and never another size of the product itself', async () => {
  expect((await readRelated(other)).map(({ id, sizes }) => [id, sizes?.length])).toEqual([[eighth, 3]]);
  expect((await readRelated(quarter)).map(({ id }) => id)).toEqual([other]);
});

test('staff see products shown together, those off sale included, and other people see none', async () => {
  const admin = await aPerson(fresh.db, { role: 'admin' });
  const twin = await aProduct(fresh.db, {
    ...kind,
    name: 'KESTREL flower',
    netWeightMg: 3500,
    forSale: false,
  });
  expect(
    (await readOtherSizes(admin, eighth)).map(({ id, forSale, isSameWeight }) => [id, forSale, isSameWeight]),
  ).toEqual([
    [twin, false, true],
    [quarter, true, false],
    [ounce, true, false],
  ]);
  expect(await readOtherSizes(admin, other)).toEqual([]);
  expect(await readOtherSizes(await aPerson(fresh.db), eighth)).toEqual([]);
});
