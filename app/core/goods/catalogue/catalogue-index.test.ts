import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CatalogueFilter, NO_FILTER, PAGE_SIZE, SORTS, sortOf } from './catalogue-filter.ts';
import { buildIndex, type IndexedProduct, rowOf, rowsOf, setInStock, statedThc } from './catalogue-index.ts';
import { selectPage } from './catalogue-selection.ts';
import { openVocabulary } from './search/search-vocabulary.ts';
import { STRAIN_TYPES, type StrainType } from './search/strain.ts';
import { NO_FAMILY } from './size-families.ts';

const categories = ['flower', 'vapes', 'flies'].map((slug, at) => ({ id: at + 10, slug, name: slug }));
const types = ['cannabis', 'fly_fishing'];
const words = {
  categories,
  types,
  vocabulary: openVocabulary(new Uint8Array(0)),
  arrivals: [],
  freshSince: 0,
};

/** Products in order of name, as the index receives them. */
const catalogues = fc
  .array(
    fc.record({
      // −1: a category that was created while the index was read.
      category: fc.integer({ min: -1, max: categories.length - 1 }),
      type: fc.nat(types.length - 1),
      strain: fc.constantFrom<StrainType | null>(null, ...STRAIN_TYPES),
      price: fc.constantFrom(0, 500, 2000, 2001, 99_999, 100_000, 120_000),
      weight: fc.option(fc.constantFrom(0, 1000, 3500, 7000, 28_000)),
      perGram: fc.option(fc.constantFrom(0, 900, 1200, 2 ** 40)),
      thc: fc.option(fc.constantFrom(0, 1500, 1501, 2400)),
      thcMg: fc.option(fc.constantFrom(0, 10, 100, 2000)),
      inStock: fc.boolean(),
      createdAt: fc.nat(5),
      family: fc.option(fc.nat(20)),
    }),
    { maxLength: 120, size: 'max' },
  )
  .map((products): IndexedProduct[] =>
    products.map((product, at) => {
      const { category, type, strain } = products.find(({ family }) => family === product.family) ?? product;
      const isSized = product.family !== null && product.weight;
      // Sizes of one product differ only in weight, price, stock and THC.
      return isSized
        ? { ...product, category, type, strain, family: product.family ?? NO_FAMILY, id: 1000 - at }
        : { ...product, family: NO_FAMILY, id: 1000 - at };
    }),
  );

/** Names a product's card: its own, or the card of its sizes; if two have the same weight, only the first is a size. */
function cardOf(product: IndexedProduct, products: readonly IndexedProduct[]): string {
  const alike = products.filter(({ family }) => family === product.family);
  const isSize = alike.find(({ weight }) => weight === product.weight)?.id === product.id;
  const isFamily = product.family !== NO_FAMILY && new Set(alike.map(({ weight }) => weight)).size > 1;
  return isFamily && isSize ? `sizes ${product.family}` : `product ${product.id}`;
}

const heavier = (left: IndexedProduct, right: IndexedProduct) => (left.weight ?? 0) - (right.weight ?? 0);

const filters: fc.Arbitrary<CatalogueFilter> = fc.record({
  q: fc.constantFrom('', 'mist'),
  exact: fc.constant(false),
  category: fc.constantFrom(null, 'flower', 'vapes'),
  type: fc.constantFrom(null, 'cannabis'),
  fromCategory: fc.constant(null),
  fromType: fc.constant(null),
  minPrice: fc.constantFrom(0, 0, 500, 2001),
  maxPrice: fc.constantFrom(2001, 100_000, 100_000, 1_000_000),
  strains: fc.subarray([...STRAIN_TYPES]),
  minThc: fc.constantFrom(0, 0, 1501),
  maxThc: fc.constantFrom(0, 1501, 10_000, 10_000),
  minMg: fc.constantFrom(0, 0, 0, 50),
  maxMg: fc.constantFrom(100, 1000, 1000, 1000),
  inStock: fc.boolean(),
  sort: fc.constantFrom(null, ...SORTS),
  page: fc.integer({ min: 1, max: 4 }),
});

type Part = 'category' | 'type' | 'strain' | 'stock' | 'price' | 'thc' | 'mg';

const inRange = (value: number | null, lowest: number, highest: number) =>
  value !== null && value >= lowest && value <= highest;

/** Answers the same filter the slow and obvious way. */
function passes(product: IndexedProduct, filter: CatalogueFilter, without?: Part): boolean {
  const parts: Record<Part, boolean> = {
    category: filter.category === null || categories[product.category]?.slug === filter.category,
    type: filter.type === null || types[product.type] === filter.type,
    strain:
      filter.strains.length === 0 || (product.strain !== null && filter.strains.includes(product.strain)),
    stock: !filter.inStock || product.inStock,
    price:
      product.price >= filter.minPrice && (filter.maxPrice === 100_000 || product.price <= filter.maxPrice),
    thc:
      (filter.minThc === 0 && filter.maxThc === 10_000) ||
      inRange(statedThc(product), filter.minThc, filter.maxThc),
    mg:
      (filter.minMg === 0 && filter.maxMg === 1000) ||
      (product.thcMg !== null &&
        product.thcMg >= filter.minMg &&
        (filter.maxMg === 1000 || product.thcMg <= filter.maxMg)),
  };
  return Object.entries(parts).every(([part, passed]) => part === without || passed);
}

function ordered(found: IndexedProduct[], filter: CatalogueFilter): IndexedProduct[] {
  const sort = sortOf(filter);
  if (sort === 'relevance') return found;
  const value = (product: IndexedProduct) =>
    sort === 'price' || sort === '-price'
      ? product.price
      : sort === 'newest' || sort === 'oldest'
        ? product.createdAt
        : 0;
  if (sort === 'gram') {
    const gram = ({ perGram }: IndexedProduct) => perGram ?? Number.MAX_SAFE_INTEGER;
    return found.toSorted((left, right) => gram(left) - gram(right) || left.id - right.id);
  }
  // Ids decrease as names increase.
  const list = [...found].sort((left, right) => value(left) - value(right) || right.id - left.id);
  return sort === '-name' || sort === '-price' || sort === 'newest' ? list.reverse() : list;
}

test('a page, its total and every count match a slow, obvious computation, even after stock changes', () => {
  fc.assert(
    fc.property(
      catalogues,
      filters,
      fc.option(fc.array(fc.nat(90), { maxLength: 60 }), { freq: 2 }),
      fc.array(fc.record({ pick: fc.nat(90), inStock: fc.boolean() }), { maxLength: 20 }),
      (listed, filter, picks, stockChanges) => {
        const index = buildIndex(listed, listed.length, words);
        const products = listed.map((product) => ({ ...product }));
        for (const { pick, inStock } of stockChanges) {
          const product = products[pick];
          if (product) product.inStock = inStock;
          setInStock(index, 1000 - pick, inStock);
        }
        const matched = picks === null ? null : [...new Set(picks)].flatMap((pick) => products[pick] ?? []);
        const rows = matched
          ? rowsOf(
              index,
              matched.map(({ id }) => id),
            )
          : undefined;
        const selection = selectPage(index, filter, rows);

        const pool = matched ?? products;
        const found = ordered(
          pool.filter((product) => passes(product, filter)),
          filter,
        );
        const isRanked = matched !== null && sortOf(filter) === 'relevance';
        const cards = Map.groupBy(found, (product) => cardOf(product, listed));
        const shownOf = (sizes: readonly IndexedProduct[]) => {
          const [smallest] = sizes.toSorted(
            (left, right) => Number(right.inStock) - Number(left.inStock) || heavier(left, right),
          );
          return smallest;
        };
        const isShown = new Set([...cards.values()].map(shownOf));
        const shown = isRanked
          ? [...cards.values()].map(shownOf)
          : found.filter((product) => isShown.has(product));
        const pages = Math.max(1, Math.ceil(shown.length / PAGE_SIZE));
        const page = Math.min(filter.page, pages);
        const count = (part: Part, wanted: (product: IndexedProduct) => boolean) =>
          new Set(
            pool
              .filter((product) => passes(product, filter, part) && wanted(product))
              .map((product) => cardOf(product, listed)),
          ).size;
        const prices = pool.filter((product) => passes(product, filter, 'price')).map(({ price }) => price);

        expect(selection.total).toBe(shown.length);
        expect(selection).toMatchObject({ page, pages });
        const onPage = shown.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
        expect(selection.ids).toEqual(onPage.map((product) => product?.id));
        expect(selection.sizes).toEqual(
          Object.fromEntries(
            onPage.flatMap((product) => {
              const sizes = (product && cards.get(cardOf(product, listed))) ?? [];
              if (!product || sizes.length < 2) return [];
              return [[product.id, sizes.toSorted(heavier).map(({ id }) => id)]];
            }),
          ),
        );
        expect(selection.facets).toEqual({
          categories: categories.map((_, at) => count('category', (product) => product.category === at)),
          types: types.map((_, at) => count('type', (product) => product.type === at)),
          strains: Object.fromEntries(
            STRAIN_TYPES.map((type) => [type, count('strain', (product) => product.strain === type)]),
          ),
          inStock: count('stock', (product) => product.inStock),
          price: prices.length === 0 ? null : { lowest: Math.min(...prices), highest: Math.max(...prices) },
        });
      },
    ),
    { numRuns: 400 },
  );
});

const anyProduct: IndexedProduct = {
  id: 1,
  category: 0,
  type: 0,
  strain: null,
  price: 0,
  weight: null,
  perGram: null,
  thc: null,
  thcMg: null,
  inStock: true,
  createdAt: 0,
  family: NO_FAMILY,
};

test('a product at 1,200 dollars is shown without a price filter', () => {
  const dear = { ...anyProduct, price: 120_000 };
  const index = buildIndex([dear], 1, words);
  expect(selectPage(index, NO_FILTER).ids).toEqual([1]);
  expect(selectPage(index, { ...NO_FILTER, maxPrice: 110_000 }).ids).toEqual([]);
});

test('no THC is what states none, in percent or in milligrams, and states no milligrams beside 0 %', () => {
  const stated: Pick<IndexedProduct, 'thc' | 'thcMg'>[] = [
    ...[
      { thc: 0, thcMg: null },
      { thc: null, thcMg: 0 },
      { thc: 0, thcMg: 0 },
    ],
    ...[
      { thc: 0, thcMg: 5 },
      { thc: null, thcMg: 10 },
      { thc: null, thcMg: null },
      { thc: 30, thcMg: null },
    ],
  ];
  const products = stated.map((each, at) => ({ ...anyProduct, ...each, id: at + 1, family: at + 10 }));
  const index = buildIndex(products, products.length, words);
  expect(selectPage(index, { ...NO_FILTER, maxThc: 0 }).ids).toEqual([1, 2, 3]);
});

test('a product is found by its id, whatever other ids exist', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(
        fc.oneof(
          fc.nat(40),
          fc.nat(2 ** 31 - 1),
          fc.nat(100).map((n) => n * 2 ** 20),
        ),
        { maxLength: 60 },
      ),
      fc.nat(60),
      (ids, other) => {
        const products = ids.map((id, at) => ({ ...anyProduct, id, price: (at * 7) % 5 }));
        const index = buildIndex(products, ids.length, words);
        for (const { id, price } of products) {
          const row = rowOf(index, id);
          expect(index.ids[row]).toBe(id);
          expect(index.price[row]).toBe(price);
        }
        if (!ids.includes(other)) expect(rowOf(index, other)).toBe(-1);
        expect([...rowsOf(index, [other, ...ids])]).toHaveLength(ids.length + (ids.includes(other) ? 1 : 0));
      },
    ),
  );
});
