/** Which products a page of the catalogue shows, and how many every other choice would show. */
import {
  type CatalogueFilter,
  DEFAULT_HIGHEST_PRICE,
  HIGHEST_POTENCY,
  PAGE_SIZE,
  type Sort,
  sortOf,
} from './catalogue-filter.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import { STRAIN_TYPES, type StrainType } from './strain.ts';

/** How many products a choice would show, were it made; each counted without its own filter. */
export type Facets = {
  categories: number[];
  types: number[];
  strains: Record<StrainType, number>;
  inStock: number;
  /** Cents; null when nothing is left. */
  price: { lowest: number; highest: number } | null;
};

export type Selection = {
  /** Products of the page, in order. */
  ids: number[];
  total: number;
  /** The page that is shown: the one asked for, or the last there is. */
  page: number;
  pages: number;
  facets: Facets;
};

/**
 * The filter as far as this catalogue knows it: without a category or type that does not exist, on a page that a
 * catalogue of its size can have.
 */
export function knownFilter(index: CatalogueIndex, asked: CatalogueFilter): CatalogueFilter {
  return {
    ...asked,
    category: index.categories.some(({ slug }) => slug === asked.category) ? asked.category : null,
    type: asked.type !== null && index.types.includes(asked.type) ? asked.type : null,
    page: Math.min(asked.page, Math.max(1, Math.ceil(index.size / PAGE_SIZE))),
  };
}

/** One bit for every filter that a kind fails. */
const CATEGORY = 1;
const TYPE = 2;
const STRAIN = 4;
const STOCK = 8;

/** What a product must be to be shown: of a kind without failures, and within both ranges. */
type Test = {
  failures: Uint8Array;
  /** Products between the prices asked for: rows from `from` on, before `to`. */
  from: number;
  to: number;
  lowestThc: number;
  highestThc: number;
};

/**
 * The page that the filter asks for. `matches` are rows that a search found, best first; without it every
 * row counts.
 */
export function selectPage(index: CatalogueIndex, filter: CatalogueFilter, matches?: Int32Array): Selection {
  const test = testOf(index, filter);
  const isEverybody = !matches && test.from === 0 && test.to === index.size && test.lowestThc === -1;
  const counts = isEverybody ? index.ofKind : countKinds(index, test, matches);
  const { total, ...facets } = sumUp(index, test.failures, counts);
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const page = Math.min(filter.page, pages);
  return {
    ids: pageIds(index, test, sortOf(filter), { matches, total, offset: (page - 1) * PAGE_SIZE }),
    total,
    page,
    pages,
    facets: { ...facets, price: priceRange(index, test, matches) },
  };
}

function testOf(index: CatalogueIndex, filter: CatalogueFilter): Test {
  const category = index.categories.findIndex((each) => each.slug === filter.category);
  const type = filter.type === null ? -1 : index.types.indexOf(filter.type);
  const strains = filter.strains.map((each) => 1 + STRAIN_TYPES.indexOf(each));
  const failures = Uint8Array.from(
    index.kinds,
    (kind) =>
      (category === -1 || kind.category === category ? 0 : CATEGORY) |
      (type === -1 || kind.type === type ? 0 : TYPE) |
      (strains.length === 0 || strains.includes(kind.strain) ? 0 : STRAIN) |
      (!filter.inStock || kind.inStock ? 0 : STOCK),
  );
  // A product without a percentage (−1) passes only where none is asked for.
  const asksThc = filter.minThc !== 0 || filter.maxThc !== HIGHEST_POTENCY;
  return {
    failures,
    from: rowsBelow(index.price, filter.minPrice),
    to: filter.maxPrice === DEFAULT_HIGHEST_PRICE ? index.size : rowsBelow(index.price, filter.maxPrice + 1),
    lowestThc: asksThc ? filter.minThc : -1,
    highestThc: asksThc ? filter.maxThc : HIGHEST_POTENCY,
  };
}

/** How many products cost less. */
function rowsBelow(price: Int32Array, bound: number): number {
  let below = 0;
  let end = price.length;
  while (below < end) {
    const middle = (below + end) >>> 1;
    if ((price[middle] as number) < bound) below = middle + 1;
    else end = middle;
  }
  return below;
}

/** How many products of each kind lie within both ranges. */
function countKinds(index: CatalogueIndex, test: Test, matches?: Int32Array): Int32Array {
  const { kind, thc } = index;
  const { from, to, lowestThc, highestThc } = test;
  const counts = new Int32Array(index.kinds.length);
  // `outside` is negative when a bound is passed. It is added up without a branch: which way that goes is as good as
  // random, and a processor that guesses wrong half of the time takes three times as long.
  if (matches) {
    for (const row of matches) {
      const rowThc = thc[row] as number;
      const outside = (row - from) | (to - 1 - row) | (rowThc - lowestThc) | (highestThc - rowThc);
      const rowKind = kind[row] as number;
      counts[rowKind] = (counts[rowKind] as number) + 1 + (outside >> 31);
    }
  } else {
    for (let row = from; row < to; row++) {
      const rowThc = thc[row] as number;
      const outside = (rowThc - lowestThc) | (highestThc - rowThc);
      const rowKind = kind[row] as number;
      counts[rowKind] = (counts[rowKind] as number) + 1 + (outside >> 31);
    }
  }
  return counts;
}

/** Adds kinds up to what is shown, and to what each choice would show without its own filter. */
function sumUp(
  index: CatalogueIndex,
  failures: Uint8Array,
  counts: Int32Array,
): Omit<Facets, 'price'> & { total: number } {
  const categories = index.categories.map(() => 0);
  const types = index.types.map(() => 0);
  const strains = [0, ...STRAIN_TYPES.map(() => 0)];
  let inStock = 0;
  let total = 0;
  for (const [at, kind] of index.kinds.entries()) {
    const count = counts[at] as number;
    const failed = failures[at] as number;
    if (failed === 0) total += count;
    if ((failed & ~CATEGORY) === 0) add(categories, kind.category, count);
    if ((failed & ~TYPE) === 0) add(types, kind.type, count);
    if ((failed & ~STRAIN) === 0) add(strains, kind.strain, count);
    if ((failed & ~STOCK) === 0 && kind.inStock) inStock += count;
  }
  const [, indica = 0, sativa = 0, hybrid = 0, balanced = 0] = strains;
  return { categories, types, strains: { indica, sativa, hybrid, balanced }, inStock, total };
}

function add(counts: number[], at: number, count: number): void {
  const before = counts[at];
  if (before !== undefined) counts[at] = before + count;
}

/** The lowest and highest price of what passes everything but the range of prices. */
function priceRange(index: CatalogueIndex, test: Test, matches?: Int32Array): Facets['price'] {
  const { kind, price, thc } = index;
  const passes = (row: number): boolean =>
    test.failures[kind[row] as number] === 0 &&
    (thc[row] as number) >= test.lowestThc &&
    (thc[row] as number) <= test.highestThc;
  let lowest = index.size;
  let highest = -1;
  if (matches) {
    for (const row of matches) {
      if (!passes(row)) continue;
      if (row < lowest) lowest = row;
      if (row > highest) highest = row;
    }
  } else {
    lowest = 0;
    while (lowest < index.size && !passes(lowest)) lowest += 1;
    highest = index.size - 1;
    while (highest > lowest && !passes(highest)) highest -= 1;
  }
  if (lowest === index.size) return null;
  return { lowest: price[lowest] as number, highest: price[highest] as number };
}

/** Used again by every call: selecting is synchronous. */
let marks = new Uint8Array(0);

/** A 1 for every row that a search found. */
function marked(size: number, matches: Int32Array): Uint8Array {
  if (marks.length < size) marks = new Uint8Array(size);
  else marks.fill(0);
  for (const row of matches) marks[row] = 1;
  return marks;
}

/** The rows in the order of a sort, forwards; null for the order they have. */
function orderOf({ byName, byAge, byGram }: CatalogueIndex, sort: Sort): Int32Array | null {
  if (sort === 'price' || sort === '-price') return null;
  if (sort === 'newest' || sort === 'oldest') return byAge;
  return sort === 'gram' ? byGram : byName;
}

/** Walks the rows in the order asked for until the page is full, or everything that passes has been met. */
function pageIds(
  index: CatalogueIndex,
  test: Test,
  sort: Sort,
  { matches, total, offset }: { matches: Int32Array | undefined; total: number; offset: number },
): number[] {
  const { ids, kind, thc } = index;
  const { failures, from, to, lowestThc, highestThc } = test;
  const byRelevance = sort === 'relevance' && matches;
  const only = matches && !byRelevance ? marked(index.size, matches) : null;
  const backwards = sort === '-name' || sort === '-price' || sort === 'newest';
  const order = byRelevance ? matches : orderOf(index, sort);
  const first = order ? 0 : from;
  const length = order?.length ?? to - from;
  const end = Math.min(total, offset + PAGE_SIZE);
  const page: number[] = [];
  // Where everything passes, nothing before the page has to be looked at.
  let passed = total === length ? offset : 0;
  for (let place = passed; place < length && passed < end; place++) {
    const at = first + (backwards ? length - 1 - place : place);
    const row = order ? (order[at] as number) : at;
    if (failures[kind[row] as number] !== 0 || row < from || row >= to) continue;
    if ((thc[row] as number) < lowestThc || (thc[row] as number) > highestThc) continue;
    if (only && only[row] === 0) continue;
    if (passed >= offset) page.push(ids[row] as number);
    passed += 1;
  }
  return page;
}
