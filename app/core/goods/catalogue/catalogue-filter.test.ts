import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type CatalogueFilter,
  catalogueHref,
  chosenChips,
  NO_FILTER,
  SORTS,
  showsShelves,
  sortOf,
} from './catalogue-filter.ts';
import { readFilter } from './read-filter.ts';
import { STRAIN_TYPES } from './search/strain.ts';

const read = (query: string) => readFilter(new URLSearchParams(query));
const reread = (filter: CatalogueFilter) =>
  readFilter(new URL(catalogueHref(filter), 'http://shop').searchParams);

const filters: fc.Arbitrary<CatalogueFilter> = fc
  .record({
    q: fc.constantFrom('', 'blue', 'morning mist', 'a&b=c', 'ünder', '100%'),
    exact: fc.boolean(),
    category: fc.constantFrom(null, 'flower', 'pre-rolls'),
    type: fc.constantFrom(null, 'cannabis', 'fly_fishing'),
    fromCategory: fc.constantFrom(null, 'flower', 'pre-rolls'),
    fromType: fc.constantFrom(null, 'cannabis'),
    prices: fc.tuple(fc.nat(1_000_000), fc.nat(1_000_000)),
    strains: fc.subarray([...STRAIN_TYPES]),
    potencies: fc.tuple(fc.nat(10_000), fc.nat(10_000)),
    milligrams: fc.tuple(fc.nat(10_000), fc.nat(10_000)),
    inStock: fc.boolean(),
    sort: fc.constantFrom(null, ...SORTS),
    page: fc.integer({ min: 1, max: 400 }),
  })
  .map(({ prices, potencies, milligrams, ...rest }) => ({
    ...rest,
    minPrice: Math.min(...prices),
    maxPrice: Math.max(...prices),
    minThc: Math.min(...potencies),
    maxThc: Math.max(...potencies),
    minMg: Math.min(...milligrams),
    maxMg: Math.max(...milligrams),
  }));

test('an address round-trips its filter, and each filter has one address', () => {
  fc.assert(
    fc.property(filters, (filter) => {
      const again = reread(filter);
      expect(catalogueHref(again)).toBe(catalogueHref(filter));
      expect({ ...again, sort: sortOf(again) }).toEqual({
        ...filter,
        exact: filter.exact && filter.q !== '',
        fromCategory: filter.q === '' || filter.category !== null ? null : filter.fromCategory,
        fromType: filter.q === '' || filter.type !== null ? null : filter.fromType,
        sort: sortOf(filter),
      });
    }),
  );
});

test.each([
  ['a new search', 'q=mist&category=flower&type=cannabis&searched=', 'q=mist&from=flower&fromType=cannabis'],
  ['another search', 'q=mist&category=flower&searched=haze', 'q=mist&from=flower'],
  ['another search after that', 'q=mists&from=flower&searched=mist', 'q=mists&from=flower'],
  ['the same search', 'q=mist&category=flower&searched=mist', 'q=mist&category=flower'],
  [
    'the same search, with more spaces',
    'q=blue++mist&category=flower&searched=blue+mist',
    'q=blue+mist&category=flower',
  ],
  ['a search pressed to narrow', 'q=mist&category=flower&from=edibles', 'q=mist&category=flower'],
  ['an address without a form', 'q=mist&category=flower', 'q=mist&category=flower'],
  ['a cleared search', 'q=&from=flower&fromType=cannabis&searched=mist', 'category=flower&type=cannabis'],
  ['no search', 'category=flower&searched=', 'category=flower'],
])('%s leads to the right address', (_, query, canonical) => {
  expect(catalogueHref(read(query))).toBe(`/products?${canonical}`);
});

test('removing a search chip returns to the category of the search', () => {
  const [search] = chosenChips(read('q=mist&from=flower'), {
    categoryName: String,
    typeLabel: String,
    strainLabel: String,
  });
  expect(search && catalogueHref(search.without)).toBe('/products?category=flower');
});

test('what a search says of price, THC or order is a filter with a chip, and the words as typed can be searched', () => {
  expect(read('q=gummies+under+%2420')).toEqual({ ...NO_FILTER, q: 'gummies', maxPrice: 2000 });
  expect(read('q=no+thc')).toMatchObject({ q: '', maxThc: 0 });
  expect(read('q=cheap+flower&sort=name')).toMatchObject({ q: 'flower', sort: 'name' });
  expect(read('q=under+20&max=500')).toMatchObject({ q: '', maxPrice: 2000 });
  expect(read('q=under+20&exact=1')).toMatchObject({ q: 'under 20', maxPrice: 100_000 });
  // The form of the page that answered it brings its words and its filter.
  expect(read('q=gummies&searched=gummies&max=20&category=edibles')).toMatchObject({
    ...{ q: 'gummies', category: 'edibles', maxPrice: 2000 },
  });
});

test('any address is read, and none is refused', () => {
  const names = fc.constantFrom(
    'q',
    'category',
    'type',
    'from',
    'fromType',
    'searched',
    'min',
    'max',
    'strain',
    'thcMin',
    'thcMax',
    'mgMin',
    'mgMax',
    'stock',
    'sort',
    'page',
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(names, fc.string({ unit: 'binary' }))), (pairs) => {
      const filter = readFilter(new URLSearchParams(pairs));
      expect(filter.minPrice).toBeGreaterThanOrEqual(0);
      expect(filter.minPrice).toBeLessThanOrEqual(filter.maxPrice);
      expect(filter.maxPrice).toBeLessThanOrEqual(1_000_000);
      expect(filter.minThc).toBeLessThanOrEqual(filter.maxThc);
      expect(filter.minMg).toBeLessThanOrEqual(filter.maxMg);
      expect(filter.page).toBeGreaterThanOrEqual(1);
      expect(filter.q.length).toBeLessThanOrEqual(100);
      expect(filter.q).not.toContain('\0');
    }),
  );
});

test('no filter has the plain address, even if a form without scripts sends its defaults', () => {
  expect(catalogueHref(NO_FILTER)).toBe('/products');
  expect(read('q=&category=&type=&min=0&max=1000&thcMin=0&thcMax=100&sort=')).toEqual(NO_FILTER);
});

test('the menu is shown by category until it is filtered, sorted or paged, A to Z included', () => {
  expect(showsShelves(NO_FILTER)).toBe(true);
  expect(showsShelves(read('page=1&sort=relevance&exact=1'))).toBe(true);
  for (const query of ['q=mist', 'category=flower', 'type=cannabis', 'min=1', 'max=40', 'strain=indica'])
    expect(showsShelves(read(query)), query).toBe(false);
  for (const query of ['thcMin=1', 'mgMin=1', 'mgMax=10', 'stock=1', 'sort=name', 'sort=newest', 'page=2'])
    expect(showsShelves(read(query)), query).toBe(false);
  expect(catalogueHref({ ...NO_FILTER, sort: 'name' })).toBe('/products?sort=name');
});

test('the lower limit of milligrams is at most the upper, and above the default range the upper is open', () => {
  expect(read('mgMin=-5&mgMax=99999')).toMatchObject({ minMg: 0, maxMg: 10_000 });
  expect(read('mgMin=80&mgMax=20')).toMatchObject({ minMg: 20, maxMg: 20 });
  expect(read('mgMin=1200&mgMax=1000')).toMatchObject({ minMg: 1200, maxMg: 10_000 });
  expect(read('mgMin=4.6&mgMax=ten')).toMatchObject({ minMg: 5, maxMg: 1000 });
});

test('the lower price is at least 0 and at most the upper, and the upper at most 10,000', () => {
  expect(read('min=-5&max=99999')).toMatchObject({ minPrice: 0, maxPrice: 1_000_000 });
  expect(read('min=80&max=20')).toMatchObject({ minPrice: 2000, maxPrice: 2000 });
  expect(read('min=12.5&max=abc')).toMatchObject({ minPrice: 1250, maxPrice: 100_000 });
});

test('a lower price above the default range leaves the upper open', () => {
  expect(read('min=1200&max=1000')).toMatchObject({ minPrice: 120_000, maxPrice: 1_000_000 });
});

test('products are sorted by name, or by best match in a search', () => {
  expect(sortOf(NO_FILTER)).toBe('name');
  expect(sortOf({ ...NO_FILTER, q: 'mist' })).toBe('relevance');
  expect(sortOf({ ...NO_FILTER, sort: 'relevance' })).toBe('name');
});

test('each chip removes one choice and leads to the first page', () => {
  const filter = read('q=mist&category=flower&min=20&strain=indica&strain=hybrid&thcMax=20&stock=1&page=3');
  const chips = chosenChips(filter, {
    categoryName: (slug) => slug,
    typeLabel: (type) => type,
    strainLabel: (type) => type,
  });
  expect(chips.map(({ label }) => label)).toEqual([
    '“mist”',
    'flower',
    'from $20.00',
    'indica',
    'hybrid',
    'THC up to 20%',
    'In stock',
  ]);
  for (const { without } of chips) expect(without.page).toBe(1);
  expect(chips[3]?.without.strains).toEqual(['hybrid']);
});

test('a chip names the limits of its range, and removing it removes both', () => {
  const words = {
    categoryName: (slug: string) => `category ${slug}`,
    typeLabel: (type: string) => `type ${type}`,
    strainLabel: (type: string) => `strain ${type}`,
  };
  const labels = (query: string) => chosenChips(read(query), words).map(({ label }) => label);
  expect(labels('max=40.5')).toEqual(['up to $40.50']);
  expect(labels('min=20')).toEqual(['from $20.00']);
  expect(labels('min=20&max=40')).toEqual(['$20.00 – $40.00']);
  expect(labels('thcMin=10')).toEqual(['THC from 10%']);
  expect(labels('thcMin=10&thcMax=20')).toEqual(['THC 10% – 20%']);
  expect(labels('mgMin=5')).toEqual(['THC from 5 mg']);
  expect(labels('mgMax=100')).toEqual(['THC up to 100 mg']);
  expect(labels('category=flower&type=cannabis&strain=indica')).toEqual([
    'category flower',
    'type cannabis',
    'strain indica',
  ]);
  expect(labels('')).toEqual([]);

  const all = read(
    'q=mist&exact=1&category=flower&type=cannabis&min=20&max=40&strain=indica&thcMin=5&thcMax=20&mgMin=5&mgMax=50&stock=1',
  );
  const left = chosenChips(all, words).map(({ without }) => without);
  expect(left).toEqual([
    { ...all, q: '', exact: false },
    { ...all, category: null },
    { ...all, type: null },
    { ...all, minPrice: 0, maxPrice: 100_000 },
    { ...all, strains: [] },
    { ...all, minThc: 0, maxThc: 10_000 },
    { ...all, minMg: 0, maxMg: 1000 },
    { ...all, inStock: false },
  ]);
});

test('an address names only what differs from the defaults, in one order, on the given path', () => {
  const all = read(
    'page=2&sort=-price&stock=1&mgMax=50&mgMin=5&thcMax=20&thcMin=5&strain=hybrid&strain=indica&max=40&min=20&type=cannabis&category=flower&exact=1&q=mist',
  );
  expect(catalogueHref(all, '/')).toBe(
    '/?q=mist&exact=1&category=flower&type=cannabis&min=20&max=40&strain=indica&strain=hybrid&thcMin=5&thcMax=20&mgMin=5&mgMax=50&stock=1&sort=-price&page=2',
  );
  expect(catalogueHref({ ...NO_FILTER, exact: true })).toBe('/products');
  expect(catalogueHref({ ...NO_FILTER, category: 'flower', sort: 'name' })).toBe('/products?category=flower');
  expect(catalogueHref({ ...NO_FILTER, q: 'mist', sort: 'name' })).toBe('/products?q=mist&sort=name');
  expect(catalogueHref({ ...NO_FILTER, q: 'mist', sort: 'relevance' })).toBe('/products?q=mist');
});
