/** Tests what customers type, and which products of the demo menu must come first, in any order. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { NO_FILTER, PAGE_SIZE } from '#core/goods/catalogue/catalogue-filter.ts';
import { openCatalogueIndex } from '#core/goods/catalogue/catalogue-index.server.ts';
import { readCatalogue } from '#core/goods/catalogue/catalogue-queries.server.ts';
import { createStockRows } from '#core/goods/stock/create-stock-rows.server.ts';
import { saveSettings } from '#core/ground/settings/save-settings.server.ts';
import { defaultSettings } from '#core/ground/settings/settings.ts';
import { products } from '#db/schema/catalogue.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { demoCalendar } from './demo-calendar.ts';
import { demoProducts } from './demo-catalogue.ts';
import { drawMenu, writeMenu } from './demo-store.ts';
import { randomFrom } from './random.ts';

let fresh: FreshDatabase;
/** Slugs of the products by id. */
let slugs: ReadonlyMap<number, string>;

beforeAll(async () => {
  fresh = await freshDatabase();
  const menu = drawMenu(randomFrom(1), demoCalendar(new Date(), defaultSettings().store.zone));
  await fresh.db.transaction((tx) => writeMenu(tx, menu));
  slugs = new Map(menu.map(({ id, slug }) => [id, slug]));
  await openCatalogueIndex();
});
afterAll(() => fresh.stop());

/** A whole shelf, or products whose slugs contain one of these. */
const shelf = (category: string, size?: string) =>
  demoProducts
    .filter((product) => product.category === category && (size === undefined || product.size === size))
    .map(({ slug }) => slug);
const named = (...parts: string[]) =>
  demoProducts.map(({ slug }) => slug).filter((slug) => parts.some((part) => slug.includes(part)));

const flower = shelf('flower');
const eighths = shelf('flower', '3.5 g');
const preRolls = shelf('pre-rolls');
const carts = named('cartridge');
const pen = named('all-in-one-pen');
const edibles = shelf('edibles');
const gummies = named('pastilles');
const chocolate = named('chocolate');
const rosin = named('live-rosin-1-g', 'durban-rosin', 'harlequin-rosin');
const tees = named('branches-tee');
const fishing = [...shelf('flies'), ...shelf('tackle')];
const mugs = named('mug');
const cannabis = demoProducts.filter(({ productType }) => productType === 'cannabis').map(({ slug }) => slug);
const ounce = named('flower-28-g');
const quarter = named('flower-7-g');
const half = named('field-blend-14-g');
const wearables = [...shelf('clothing'), ...shelf('hats')];

const searches: readonly (readonly [string, readonly string[]])[] = [
  // Shelves and types, by their own names.
  ['flower', flower],
  ['pre-rolls', preRolls],
  ['Vapes', [...carts, ...pen]],
  ['edibles', edibles],
  ['concentrates', shelf('concentrates')],
  ['tinctures', shelf('tinctures')],
  ['topicals', shelf('topicals')],
  ['flies', shelf('flies')],
  ['tackle', shelf('tackle')],
  ['candles', shelf('candles')],
  ['table and kitchen', shelf('table')],
  ['prints', shelf('prints')],
  ['clothing', shelf('clothing')],
  ['hats', shelf('hats')],
  ['fly fishing', fishing],
  ['home decor', [...shelf('candles'), ...shelf('table'), ...shelf('prints')]],
  ['apparel', wearables],
  ['cannabis', cannabis],
  // Everyday words.
  ['weed', cannabis],
  ['marijuana', cannabis],
  ['buds', flower],
  ['nugs', flower],
  ['joint', preRolls],
  ['joints', preRolls],
  ['doobie', preRolls],
  ['blunts', preRolls],
  ['cart', carts],
  ['carts', carts],
  ['510 cart', carts],
  ['vape pen', pen],
  ['disposable', pen],
  ['gummies', gummies],
  ['gummy bears', gummies],
  ['weed gummies', gummies],
  ['thc gummies', gummies],
  ['1:1 gummies', named('quince')],
  ['candy', edibles],
  ['snacks', edibles],
  ['chocolate bar', chocolate],
  ['dark chocolate', named('dark-chocolate')],
  ['cookies', named('shortbread')],
  ['mints', named('lozenges')],
  ['honey', named('honey')],
  ['dabs', rosin],
  ['wax', shelf('concentrates', '2 g').concat(rosin)],
  ['shatter', rosin],
  ['live resin', named('live-rosin-1-g')],
  ['kief', named('hash')],
  ['drops', shelf('tinctures')],
  ['mouth spray', named('mist')],
  ['lotion', named('balm-50', 'salve')],
  ['balm', named('balm-50')],
  ['salve', named('salve')],
  ['bath bomb', named('bath-salts')],
  ['variety pack', named('sampler')],
  ['indica', demoProducts.filter(({ strainType }) => strainType === 'indica').map(({ slug }) => slug)],
  ['1:1', named('quince', 'cannatonic')],
  ['3:1', named('harlequin-tincture')],
  ['cbd', named('harlequin-tincture')],
  // The farm store.
  ['shirt', tees],
  ['t-shirts', tees],
  ['t shirt', tees],
  ['tshirt', tees],
  ['sweatshirt', named('hoodie')],
  ['hoodies', named('hoodie')],
  ['jacket', named('coat')],
  ['hat', shelf('hats')],
  ['baseball cap', named('cotton-cap')],
  ['winter hat', named('beanie')],
  ['scarf', named('bandana')],
  ['clothes', shelf('clothing')],
  ['merch', shelf('clothing')],
  ['fishing', fishing],
  ['trout', fishing],
  ['lures', shelf('flies')],
  ['fishing line', named('leaders')],
  ['coffee mug', mugs],
  ['cup', mugs],
  ['dish towel', named('towel')],
  ['poster', shelf('prints')],
  ['map', named('river-map')],
  // Amounts.
  ['eighth', eighths],
  ['an eighth', eighths],
  ['1/8', eighths],
  ['1/8 oz', eighths],
  ['⅛ oz', eighths],
  ['3.5g', eighths],
  ['3.5 g', eighths],
  ['3.50 grams', eighths],
  ['quarter', quarter],
  ['7g', quarter],
  ['half oz', half],
  ['oz', ounce],
  ['ounce', ounce],
  ['zip', ounce],
  ['28 grams', ounce],
  ['.5g', named('five-pack', '0-5-g', 'all-in-one-pen')],
  ['10mg', named('sea-salt-100-mg', 'grape-pastilles', 'shortbread')],
  ['10 mg', named('sea-salt-100-mg', 'grape-pastilles', 'shortbread')],
  ['100mg chocolate', named('dark-chocolate')],
  ['30ml', named('30-ml')],
  ['12 oz mug', mugs],
  // Two terms at once.
  ['indica joint', named('beaverkill-pre-roll', 'hemlock-ridge-pre-roll')],
  ['sativa cart', named('west-branch-haze-cartridge', 'east-branch-diesel')],
  ['durban eighth', named('durban-flower')],
  ['beaverkill joint', named('beaverkill-pre-roll')],
  // Spaces, hyphens and typos.
  ['pre roll', preRolls],
  ['preroll', preRolls],
  ['prerolls', preRolls],
  ['beaver kill', named('beaverkill')],
  ['blue stone', named('bluestone-flower')],
  ['westbranch haze', named('west-branch-haze')],
  ['bever kill', named('beaverkill')],
  ['gumies', gummies],
  ['catridge', carts],
  ['choclate', chocolate],
  ['eigth', eighths],
  ['fihsing', fishing],
  ['beenie', named('beanie')],
];

/** The products on one card: all sizes of a strain's flower. */
const cardOf = (slug: string) => slug.replace(/^(beaverkill|northern-lights)-flower-.*/, '$1-flower');

test.each(searches)('%s', async (q, slugsExpected) => {
  const expected = [...new Set(slugsExpected.map(cardOf))];
  expect(expected.length).toBeGreaterThan(0);
  const found: string[] = [];
  for (let page = 1; page <= Math.ceil(expected.length / PAGE_SIZE); page++) {
    const { products } = await readCatalogue({ ...NO_FILTER, q, page });
    found.push(...products.map(({ id }) => cardOf(slugs.get(id ?? 0) ?? `product ${id}`)));
  }
  expect(found.slice(0, expected.length).toSorted()).toEqual(expected.toSorted());
});

test('the table has at least a hundred searches without duplicates', () => {
  expect(new Set(searches.map(([q]) => q)).size).toBe(searches.length);
  expect(searches.length).toBeGreaterThanOrEqual(100);
});

test.each(['pre roll', 'preroll', 'PRE-ROLLS', 'beaver kill', '3.5g', '10 mg'])(
  '%s is no typo, and no correction is claimed',
  async (q) => {
    expect((await readCatalogue({ ...NO_FILTER, q })).reading).toEqual({ kind: 'as-typed' });
  },
);

test.each([
  // A mist's description says that it fits a coat pocket.
  ['jacket', named('coat')],
  ['baseball cap', named('cotton-cap')],
  // 'Rosin = wax' must not make waxed products match.
  ['kief', named('hash')],
  ['shatter', [...shelf('concentrates'), ...named('west-branch-haze-cartridge')]],
  ['28g', ounce],
])('%s finds only what it means', async (q, expected) => {
  const { products } = await readCatalogue({ ...NO_FILTER, q });
  expect(products.map(({ id }) => slugs.get(id ?? 0)).toSorted()).toEqual([...new Set(expected)].toSorted());
});

test('a misspelled everyday word only gets a suggestion, in the shop’s spelling', async () => {
  const { reading, total } = await readCatalogue({ ...NO_FILTER, q: 'dooobie' });
  expect([reading, total]).toEqual([{ kind: 'did-you-mean', suggestion: 'pre roll' }, 0]);
});

test.each(['sleeve', 'gift', 'brush', 'pipe', 'lamb', 'cane', 'plastic', 'holiday', 'thcv', 'cbn', 'kushy'])(
  '%s is no typo, and no other word’s products appear for it',
  async (q) => {
    const { reading, products: shown } = await readCatalogue({ ...NO_FILTER, q });
    expect(reading.kind).not.toBe('corrected');
    const texts = JSON.stringify(
      demoProducts.filter(({ slug }) => shown.some(({ id }) => slugs.get(id ?? 0) === slug)),
    );
    if (shown.length > 0) expect(texts.toLowerCase()).toContain(q);
  },
);

test.each([
  // Seven letters allow one typo, eight allow two.
  ['stonflyy', { kind: 'corrected', to: 'stonefly' }],
  ['dieesll', { kind: 'as-typed' }],
  // An English word, and a word that the menu does not have, get suggestions.
  ['capes', { kind: 'did-you-mean', suggestion: 'vapes' }],
  ['diesel zkittlezz', { kind: 'did-you-mean', suggestion: 'diesel' }],
])('%s is corrected only where the correction is certain', async (q, reading) => {
  expect((await readCatalogue({ ...NO_FILTER, q })).reading).toEqual(reading);
});

describe('a search about health', () => {
  const noAdvice = { kind: 'no-advice' };
  test.each([
    'sleep',
    'sleepy',
    'pain relief',
    'anxiety gummies',
    'insomina',
    'slep',
    'relax',
    'PTSD',
    'something for one of my four old friends who is anxious',
  ])('%s shows the menu and singles out no product', async (q) => {
    const { shelves, products, total } = await readCatalogue(NO_FILTER);
    for (const exact of [false, true]) {
      const answer = await readCatalogue({ ...NO_FILTER, q, exact });
      expect(answer.reading).toEqual(noAdvice);
      // By category, as without a search: a list would begin with one product as if it were the answer.
      expect(answer.shelves?.[0]?.slug).toBe('flower');
      expect(answer).toMatchObject({ shelves, products, total });
    }
  });

  test('a correction never turns a search into one, or one into a product', async () => {
    for (const q of ['sleap gumies', 'insomia', 'anxeity tincture', 'releif balm'])
      expect((await readCatalogue({ ...NO_FILTER, q })).reading, q).toEqual(noAdvice);
  });

  test('a product with a health word in its name is found by its other words, or by all of them', async () => {
    const added = await fresh.db
      .insert(products)
      .values(
        ['Sleepy Hollow', 'Sleep Gummies', 'Calm'].map((name) => ({
          name,
          productType: 'merchandise',
          categoryId: 1,
          taxClass: 'merchandise',
          forSale: true,
          requiresId: false,
          retailPrice: 1200,
          wholesalePrice: 600,
        })),
      )
      .returning({ id: products.id });
    await createStockRows(
      fresh.db,
      added.map(({ id }) => id),
    );
    await openCatalogueIndex();
    const [hollow, gummies] = added.map(({ id }) => id);
    const found = async (q: string) =>
      (await readCatalogue({ ...NO_FILTER, q })).products.map(({ id }) => id);
    await vi.waitFor(async () => expect(await found('hollow')).toEqual([hollow]));
    expect(await found('sleepy hollow')).toEqual([hollow]);
    expect(await found('gummies')).toContain(gummies);
    for (const q of ['sleepy', 'sleep', 'sleep gummies', 'calm', 'calm hollow'])
      expect((await readCatalogue({ ...NO_FILTER, q })).reading, q).toEqual(noAdvice);
  });

  test('no synonym of the owner turns one into products', async () => {
    const ana = await aPerson(fresh.db, { role: 'admin' });
    const saved = await saveSettings(ana, 'search', { synonyms: [['edible', 'sleep', 'nightcap']] }, 0);
    expect(saved.ok).toBe(true);
    expect((await readCatalogue({ ...NO_FILTER, q: 'sleep' })).reading).toEqual(noAdvice);
  });
});
