import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createStockRows } from '#core/goods/stock/create-stock-rows.server.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { announceChange } from '#db/announced-changes.ts';
import { type Listener, listen } from '#db/listen.ts';
import { categories, products } from '#db/schema/catalogue.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { lots, productStock } from '#db/schema/stock.ts';
import { folderStore, openFiles } from '#platform/files/files.ts';
import { readMenuCopy, readPriceList } from '#shop/information/price-list-queries.server.ts';
import { sitemapEntries, sitemapParts } from '#shop/information/sitemap-queries.server.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { catalogueAddress } from './catalogue-address.server.ts';
import { NO_FILTER } from './catalogue-filter.ts';
import { catalogueSettled, openCatalogueIndex } from './catalogue-index.server.ts';
import { productsForCart, readCatalogue } from './catalogue-queries.server.ts';
import { readCategories } from './categories-queries.server.ts';
import { readProduct, readRelated } from './product-queries.server.ts';

let fresh: FreshDatabase;
let listener: Listener;
let folder: string;
const reloaded = vi.fn();

const flower = {
  productType: 'cannabis',
  categoryId: 1,
  taxClass: 'cannabis',
  forSale: true,
  limitCategory: 'flower',
  limitMg: 3500,
} as const;
const fly = {
  productType: 'fly_fishing',
  categoryId: 2,
  taxClass: 'merchandise',
  forSale: true,
  requiresId: false,
};

beforeAll(async () => {
  fresh = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'farmgate-files-'));
  openFiles(folderStore(folder));
  await fresh.db.insert(categories).values([
    { id: 1, name: 'Flower', slug: 'flower' },
    { id: 2, name: 'Flies', slug: 'flies' },
    { id: 3, name: 'Pre-Rolls', slug: 'pre-rolls' },
  ]);
  await fresh.db.insert(products).values([
    {
      ...flower,
      id: 1,
      name: 'Beaverkill Mist',
      retailPrice: 4200,
      wholesalePrice: 1777,
      strainType: 'indica',
      thcBasisPoints: 2240,
      strainCode: 'BVK',
    },
    {
      ...flower,
      id: 2,
      name: 'Éclair Haze',
      retailPrice: 3000,
      strainType: 'sativa',
      description: 'Reminds of beaverkill mornings.',
    },
    { ...flower, id: 3, name: 'Zephyr Kush', retailPrice: 4300, strainType: 'indica', categoryId: 3 },
    { ...fly, id: 4, name: 'Stonefly Nymph', retailPrice: 300, description: 'A flower of feathers.' },
    { ...flower, id: 5, name: 'Hidden Mist', retailPrice: 100, forSale: false },
    { ...flower, id: 6, name: 'Archived Mist', retailPrice: 100, archivedAt: new Date() },
    { ...flower, id: 7, name: 'Old Stone Mist', retailPrice: 4100, strainType: 'indica' },
  ]);
  await createStockRows(fresh.db, [1, 2, 3, 4, 5, 6, 7]);
  await fresh.db
    .update(productStock)
    .set({ onHand: 10, held: 4 })
    .where(sql`${productStock.productId} in (1, 2, 4)`);
  await openCatalogueIndex({ onMove: reloaded });
  listener = await listen({
    url: fresh.url,
    channel: 'catalogue',
    onNotify: announceChange,
    onReconnect: () => undefined,
  });
});

afterAll(async () => {
  await listener.stop();
  await fresh.stop();
  await rm(folder, { recursive: true, force: true });
});

const names = async (filter: Partial<typeof NO_FILTER>) =>
  (await readCatalogue({ ...NO_FILTER, sort: 'name', ...filter })).products.map(({ name }) => name);

test('the catalogue lists products for sale by name, ignoring accents and case', async () => {
  expect(await names({})).toEqual([
    'Beaverkill Mist',
    'Éclair Haze',
    'Old Stone Mist',
    'Stonefly Nymph',
    'Zephyr Kush',
  ]);
});

test.each([
  ['?stock=1&category=flower', '/products?category=flower&stock=1'],
  ['?utm_source=mail&category=flower&stock=1&u=1', '/products?category=flower&stock=1'],
  ['?category=flower&stock=true&page=7', '/products?category=flower&stock=1'],
  [
    '?category=flower&stock=1&min=0&max=nonsense&sort=name&type=no-such-type',
    '/products?category=flower&stock=1',
  ],
  ['?category=flower', '/products?category=flower'],
  ['?page=99999', '/products'],
  ['?u=1', '/products'],
])(
  'parameters without effect, another order and pages past the end share one address: %s',
  (search, href) => {
    expect(catalogueAddress('/products', search)).toEqual({ href, isEndless: false });
  },
);

test('searches and ranges count as having unlimited addresses', () => {
  for (const search of ['?q=mist', '?min=3', '?max=50', '?thcMin=2'])
    expect(catalogueAddress('/', search)).toMatchObject({ isEndless: true });
});

test('an unknown category or type does not filter', async () => {
  const { filter, total } = await readCatalogue({
    ...NO_FILTER,
    category: 'nowhere',
    type: 'nothing',
    page: 99,
  });
  expect(filter).toMatchObject({ category: null, type: null, page: 1 });
  expect(total).toBe(5);
});

test('a card and a product page show available units, but never the wholesale price', async () => {
  const { products: cards } = await readCatalogue({ ...NO_FILTER, q: 'BVK' });
  expect(cards).toMatchObject([{ id: 1, retailPrice: 4200, available: 6, thc: 2240, picture: null }]);
  expect(JSON.stringify([cards, await readProduct(1)])).not.toMatch(/1777|wholesale/i);
});

test('a product that is off the menu has no page', async () => {
  expect(await readProduct(5)).toBeNull();
  expect(await readProduct(6)).toBeNull();
  expect(await readProduct(999)).toBeNull();
});

test('the batch shown is the next one to hand out: sellable, in the building, not expired, first to expire', async () => {
  await fresh.db.insert(lots).values([
    { productId: 1, batchNumber: 'LATER', onHand: 5, expiresOn: '2999-02-01', coaNumber: 'COA-2' },
    {
      productId: 1,
      batchNumber: 'NEXT',
      onHand: 5,
      expiresOn: '2999-01-01',
      coaNumber: 'COA-1',
      harvestedOn: '2026-09-08',
    },
    { productId: 1, batchNumber: 'EMPTY', onHand: 0, expiresOn: '2998-01-01' },
    { productId: 1, batchNumber: 'RECALLED', onHand: 5, expiresOn: '2997-01-01', status: 'recalled' },
    { productId: 1, batchNumber: 'PAST', onHand: 5, expiresOn: '2020-01-01' },
  ]);
  expect(await readProduct(1)).toMatchObject({
    batchNumber: 'NEXT',
    lot: { batchNumber: 'NEXT', coaNumber: 'COA-1', harvestedOn: '2026-09-08', expiresOn: '2999-01-01' },
  });
});

test('related products come from the same category, in stock before sold out', async () => {
  expect((await readRelated(1)).map(({ id }) => id)).toEqual([2, 7]);
  expect(await readRelated(999)).toEqual([]);
});

test('a cart marks products that have left the menu', async () => {
  const found = await productsForCart([5, 1, 12345]);
  expect(found.find(({ id }) => id === 5)).toMatchObject({ forSale: false });
  expect(found.find(({ id }) => id === 1)).toMatchObject({
    forSale: true,
    available: 6,
    categoryName: 'Flower',
    limitMg: 3500,
    image: null,
  });
  expect(found).toHaveLength(2);
});

test('a word in the name ranks before the same word in the description', async () => {
  expect(await names({ q: 'beaverkill' })).toEqual(['Beaverkill Mist', 'Éclair Haze']);
});

test('all words must occur, the last one may be incomplete, and accents are ignored', async () => {
  expect(await names({ q: 'mist beav' })).toEqual(['Beaverkill Mist']);
  expect(await names({ q: 'eclair' })).toEqual(['Éclair Haze']);
  expect(await names({ q: 'BVK' })).toEqual(['Beaverkill Mist']);
});

test('a search that names a category and finds only others within its price range shows the nearest of that category, too', async () => {
  const search = async (range: Partial<typeof NO_FILTER>) =>
    readCatalogue({ ...NO_FILTER, q: 'flower', ...range });
  const { products: found, nearest } = await search({ maxPrice: 500 });
  expect(found.map(({ name }) => name)).toEqual(['Stonefly Nymph']);
  expect(nearest?.sentence).toBe('No Flower under $5.00. The lowest price is $30.00.');
  expect(nearest?.products.map(({ name }) => name)).toEqual([
    'Éclair Haze',
    'Old Stone Mist',
    'Beaverkill Mist',
  ]);
  expect(nearest?.filter).toMatchObject({ q: 'flower', category: 'flower', maxPrice: 100_000 });
  for (const range of [{}, { maxPrice: 3000 }, { maxPrice: 500, category: 'flies' }])
    expect((await search(range)).nearest, JSON.stringify(range)).toBeNull();
});

test('a misspelled search shows results for the corrected words and says so', async () => {
  const { reading, products: found } = await readCatalogue({ ...NO_FILTER, q: 'stonfly nimph' });
  expect(reading).toEqual({ kind: 'corrected', to: 'stonefly nymph' });
  expect(found.map(({ id }) => id)).toEqual([4]);
});

test.each(['preroll', 'zephyrkush', 'zephyr kush', 'Ze-phyr Kush'])(
  'spaces and hyphens are not typos: %s',
  async (q) => {
    const { reading, products: found } = await readCatalogue({ ...NO_FILTER, q });
    expect(reading).toEqual({ kind: 'as-typed' });
    expect(found.map(({ id }) => id)).toEqual([3]);
  },
);

test('a word that splits into two words is corrected instead if the split finds nothing', async () => {
  const added = ['Tin Fly', 'Cure Fly', 'Tincture'].map((name, at) => ({
    ...fly,
    id: 20 + at,
    name,
    retailPrice: 500,
  }));
  await fresh.db.transaction(async (tx) => {
    await tx.insert(products).values(added);
    await createStockRows(tx, [20, 21, 22]);
  });
  await vi.waitFor(async () => expect(await names({ q: 'tincure' })).toEqual(['Tincture']));
  await fresh.db.delete(products).where(sql`${products.id} >= 20`);
  await vi.waitFor(async () => expect(await names({ q: 'tincure' })).toEqual([]));
});

test('short common words are not corrected', async () => {
  const { reading, products: found } = await readCatalogue({ ...NO_FILTER, q: 'the stonfly and a nimph' });
  expect(reading).toEqual({ kind: 'corrected', to: 'the stonefly and a nymph' });
  expect(found.map(({ id }) => id)).toEqual([4]);
});

test('a word of a description, or its beginning, stays unchanged while another word is corrected', async () => {
  const { reading } = await readCatalogue({ ...NO_FILTER, q: 'bevarkill remin' });
  expect(reading).toEqual({ kind: 'corrected', to: 'beaverkill remin' });
});

test('an exact search stays exact and offers the suggestion', async () => {
  const { reading, total } = await readCatalogue({ ...NO_FILTER, q: 'stonfly', exact: true });
  expect(total).toBe(0);
  expect(reading).toEqual({ kind: 'did-you-mean', suggestion: 'stonefly' });
});

test('nonsense finds nothing and breaks nothing', async () => {
  for (const q of ["'; drop table products; --", '\0', '((((', '&|!:*', 'x'.repeat(5000), '\ud800', '%_\\']) {
    expect((await readCatalogue({ ...NO_FILTER, q })).total).toBe(0);
  }
  // The count updates a moment after each change, including those of the previous test.
  await expect.poll(async () => (await readCatalogue(NO_FILTER)).total, { timeout: 10_000 }).toBe(5);
});

test('a sale of the last units reaches the in-stock filter', async () => {
  expect(await names({ inStock: true })).toContain('Stonefly Nymph');
  await fresh.db.update(productStock).set({ held: 10 }).where(eq(productStock.productId, 4));
  await vi.waitFor(async () => expect(await names({ inStock: true })).not.toContain('Stonefly Nymph'));
  await fresh.db.update(productStock).set({ held: 4 }).where(eq(productStock.productId, 4));
  await vi.waitFor(async () => expect(await names({ inStock: true })).toContain('Stonefly Nymph'));
});

test('a change to the menu reaches the index, and then invalidates cached pages', async () => {
  reloaded.mockClear();
  await fresh.db.update(products).set({ forSale: true }).where(eq(products.id, 5));
  await vi.waitFor(async () => expect(await names({ q: 'hidden' })).toEqual(['Hidden Mist']));
  expect(reloaded).toHaveBeenCalled();
  await fresh.db.update(products).set({ forSale: false }).where(eq(products.id, 5));
  await vi.waitFor(async () => expect(await names({ q: 'hidden' })).toEqual([]));
  await catalogueSettled();
});

test('the price list is a PDF, rendered once for each state of the catalogue', async () => {
  const [first, second] = await Promise.all([readPriceList(), readPriceList()]);
  expect(Buffer.isBuffer(first.body) && first.body.subarray(0, 5).toString()).toBe('%PDF-');
  expect(second).toBe(first);
  announceChange('products');
  await catalogueSettled();
  expect(await readPriceList()).not.toBe(first);
});

test('the price list, the saved menu and the office’s lists use the owner’s order of categories', async () => {
  const shelvesOf = async () => {
    invalidateSettings();
    announceChange('store_settings:menu');
    await catalogueSettled();
    const { shelves } = await readMenuCopy();
    const names = shelves.map(({ name }) => name);
    const { body } = await readPriceList();
    return {
      saved: names,
      printed: pdfText(body as Buffer)
        .flat()
        .filter((line) => names.includes(line)),
      office: (await readCategories()).map(({ name }) => name),
    };
  };
  const everywhere = (order: string[]) => ({ saved: order, printed: order, office: order });
  expect(await shelvesOf()).toEqual(everywhere(['Flower', 'Pre-Rolls', 'Flies']));
  await fresh.db.insert(storeSettings).values({ name: 'menu', value: { categoryOrder: [2, 3] } });
  expect(await shelvesOf()).toEqual(everywhere(['Flies', 'Pre-Rolls', 'Flower']));
});

test('the sitemap lists only categories and products on the menu', async () => {
  expect(await sitemapParts()).toBe(1);
  const paths = (await sitemapEntries(1))?.map(({ path }) => path);
  expect(paths).toContain('/products?category=flies');
  expect(paths).toContain('/products/1');
  expect(paths).not.toContain('/products/5');
  expect(await sitemapEntries(2)).toBeNull();
});
