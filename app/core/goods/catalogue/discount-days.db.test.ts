/**
 * Tests the menu around the days of a discount: what the index sorts by, what cards and pages show, and when
 * both change.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { announceChange } from '#db/announced-changes.ts';
import { type Listener, listen } from '#db/listen.ts';
import { products } from '#db/schema/catalogue.ts';
import { offers } from '#db/schema/discounts.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { folderStore, openFiles } from '#platform/files/files.ts';
import { readPriceList } from '#shop/information/price-list-queries.server.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { pdfWords } from '#tests/support/pdf-text.ts';
import { aProduct } from '#tests/support/people.ts';
import { NO_FILTER } from './catalogue-filter.ts';
import { catalogueSettled, followPrices, openCatalogueIndex } from './catalogue-index.server.ts';
import { productsForCart, readCards, readCatalogue } from './catalogue-queries.server.ts';
import { readProduct } from './product-queries.server.ts';

let fresh: FreshDatabase;
let listener: Listener;
let folder: string;
let plain: number;
let discounted: number;
const dropped = vi.fn();

const changed = (payload: string) => {
  invalidateSettings();
  announceChange(payload);
};

beforeAll(async () => {
  fresh = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'farmgate-files-'));
  openFiles(folderStore(folder));
  plain = await aProduct(fresh.db, { name: 'Plain', retailPrice: 9_000 });
  discounted = await aProduct(fresh.db, {
    name: 'Discounted',
    retailPrice: 10_000,
    discount: 2_000,
    discountFrom: '2026-06-06',
    discountUntil: '2026-06-07',
    discountTerms: 'While supplies last.',
  });
  // Only the date is fake; timers are real.
  vi.useFakeTimers({ toFake: ['Date'] });
  await beginAt('2026-06-06T16:00:00Z');
  await giveDiscounts(true);
  listener = await listen({
    url: fresh.url,
    channel: 'catalogue',
    onNotify: changed,
    onLost: () => undefined,
    onReconnect: () => changed('everything'),
  });
});
afterEach(() => dropped.mockClear());
afterAll(async () => {
  vi.useRealTimers();
  await listener.stop();
  await fresh.stop();
  await rm(folder, { recursive: true });
});

async function giveDiscounts(enabled: boolean): Promise<void> {
  await fresh.db
    .insert(storeSettings)
    .values({ name: 'discounts', value: { enabled } })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value: { enabled } } });
  invalidateSettings();
}

async function beginAt(moment: string): Promise<void> {
  vi.setSystemTime(moment);
  invalidateSettings();
  await openCatalogueIndex({ onMove: dropped, onPrices: dropped });
}

const soon = (check: () => void) => vi.waitFor(check, { timeout: 15_000 });

/** The menu by the price shoppers pay: names with what their cards show. */
async function menu() {
  const { products: cards, facets } = await readCatalogue({ ...NO_FILTER, sort: 'price' });
  return {
    cards: cards.map(({ name, retailPrice, offer }) => [name, retailPrice, offer?.price ?? null]),
    facets: facets.price,
  };
}

const during = {
  cards: [
    ['Discounted', 10_000, 8_000],
    ['Plain', 9_000, null],
  ],
  facets: { lowest: 8_000, highest: 9_000 },
};
const otherwise = {
  cards: [
    ['Plain', 9_000, null],
    ['Discounted', 10_000, null],
  ],
  facets: { lowest: 9_000, highest: 10_000 },
};

test('sort, filter and cards use the charged price during a discount', async () => {
  await beginAt('2026-06-06T16:00:00Z');
  expect(await menu()).toEqual(during);
  const { products: found } = await readCatalogue({ ...NO_FILTER, maxPrice: 8_500 });
  expect(found.map(({ name }) => name)).toEqual(['Discounted']);
});

test.each([
  ['begins', '2026-06-06T03:59:59Z', otherwise, '2026-06-06T04:00:00Z', during],
  ['ends', '2026-06-08T03:59:59Z', during, '2026-06-08T04:00:00Z', otherwise],
])(
  'when a discount %s at the store’s midnight, guests’ pages are invalidated and the index is reloaded',
  async (_, eve, before, midnight, after) => {
    await beginAt(eve);
    expect(await menu()).toEqual(before);
    await followPrices();
    expect(dropped).not.toHaveBeenCalled();
    vi.setSystemTime(midnight);
    await followPrices();
    // Once immediately, and once when the index of the new day is ready.
    expect(dropped).toHaveBeenCalledTimes(1);
    await catalogueSettled();
    expect(dropped).toHaveBeenCalledTimes(2);
    expect(await menu()).toEqual(after);
  },
);

test('a timer reloads the index at midnight itself', async () => {
  await beginAt('2026-06-06T03:59:59.950Z');
  // Timers are real: the one set to fire in fifty milliseconds finds the new day.
  vi.setSystemTime('2026-06-06T04:00:00Z');
  await soon(() => expect(dropped).toHaveBeenCalledTimes(2));
  expect(await menu()).toEqual(during);
});

test('product page, cart and price list show the same offer', async () => {
  await beginAt('2026-06-06T16:00:00Z');
  const offer = {
    price: 8_000,
    until: '2026-06-07',
    untilText: 'Jun 7, 2026',
    terms: 'While supplies last.',
  };
  expect(await readProduct(discounted)).toMatchObject({ retailPrice: 10_000, offer });
  expect(await readCards([discounted])).toMatchObject([{ retailPrice: 10_000, offer }]);
  expect(await productsForCart([discounted, plain])).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: discounted, retailPrice: 10_000, offer }),
      expect.objectContaining({ id: plain, offer: null }),
    ]),
  );
  const { body } = await readPriceList();
  const words = pdfWords(body as Buffer);
  for (const part of ['$80.00', 'List price $100.00; until Jun 7, 2026. While supplies last.', '$90.00'])
    expect(words).toContain(part);
});

test('with discounts switched off, everything uses the list price once the database announces it', async () => {
  await beginAt('2026-06-06T16:00:00Z');
  expect(await menu()).toEqual(during);
  await giveDiscounts(false);
  await soon(() => expect(dropped).toHaveBeenCalled());
  await catalogueSettled();
  expect(await menu()).toEqual(otherwise);
  expect((await readProduct(discounted))?.offer).toBeNull();
  dropped.mockClear();
  await giveDiscounts(true);
  await soon(() => expect(dropped).toHaveBeenCalled());
  await catalogueSettled();
  expect(await menu()).toEqual(during);
});

test('the index ignores a discount that is not below its price', async () => {
  await beginAt('2026-06-06T16:00:00Z');
  await fresh.db.update(products).set({ retailPrice: 2_000 }).where(eq(products.id, discounted));
  await soon(() => expect(dropped).toHaveBeenCalled());
  await catalogueSettled();
  expect((await menu()).facets).toEqual({ lowest: 2_000, highest: 9_000 });
  dropped.mockClear();
  await fresh.db.update(products).set({ retailPrice: 10_000 }).where(eq(products.id, discounted));
  await soon(() => expect(dropped).toHaveBeenCalled());
  await catalogueSettled();
});

test.each([
  ['begins', '2026-06-06T15:59:59Z', 0, '2026-06-06T16:00:00Z', 1],
  ['ends', '2026-06-06T17:59:59Z', 1, '2026-06-06T18:00:00Z', 0],
])(
  'when an offer %s, pages are dropped at that second and the index is reloaded',
  async (_, before, was, at, is) => {
    await beginAt(before);
    await fresh.db.insert(offers).values({
      ...{ name: 'Happy hour', terms: 'One each.', kind: 'off', amount: 4_000 },
      parts: [{ products: [plain], categories: [], units: 1 }],
      startsAt: new Date('2026-06-01T04:00:00Z'),
      endsAt: new Date('2026-06-30T04:00:00Z'),
      hours: { weekdays: [6], from: '12:00', until: '14:00' },
    });
    await soon(() => expect(dropped).toHaveBeenCalled());
    await catalogueSettled();
    const shown = async () => (await menu()).cards.find(([name]) => name === 'Plain')?.[2];
    await soon(async () => expect(await shown()).toBe(was === 1 ? 5_000 : null));
    dropped.mockClear();
    vi.setSystemTime(at);
    await followPrices();
    expect(dropped).toHaveBeenCalledTimes(1);
    await catalogueSettled();
    expect(await shown()).toBe(is === 1 ? 5_000 : null);
    // The lowest price of the menu is the one that is charged.
    expect((await menu()).facets?.lowest).toBe(is === 1 ? 5_000 : 8_000);
    await fresh.db.delete(offers);
    await soon(async () => expect(await shown()).toBeNull());
  },
);
