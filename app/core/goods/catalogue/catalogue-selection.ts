/** Selects the products that a catalogue page shows, and counts how many every other choice would show. */
import { type CatalogueFilter, isUnsortedList, PAGE_SIZE, sortOf } from './catalogue-filter.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import {
  type Among,
  CATEGORY,
  countKinds,
  isPotent,
  narrowed,
  STOCK,
  STRAIN,
  type Test,
  TYPE,
  testOf,
} from './narrow-rows.ts';
import { pageRows, type ShownSizes, sizesOfRows } from './page-rows.ts';
import { STRAIN_TYPES, type StrainType } from './search/strain.ts';

/** How many products each choice would show; counted without its own filter, sizes of one product once. */
export type Facets = {
  categories: number[];
  types: number[];
  strains: Record<StrainType, number>;
  inStock: number;
  /** Cents; null if no product is left. */
  price: { lowest: number; highest: number } | null;
};

export type Selection = {
  /** Products of the page, in order; for sizes of one product, the one that represents them. */
  ids: number[];
  /** By the id of the representing product, if it represents several. */
  sizes: Readonly<Record<number, ShownSizes>>;
  total: number;
  /** The page shown: the requested one, or the last. */
  page: number;
  pages: number;
  facets: Facets;
};

/**
 * Limits the filter to this catalogue: removes categories and types that do not exist, follows addresses of merged categories, and limits the page to
 * what a catalogue of this size can have.
 */
export function knownFilter(index: CatalogueIndex, asked: CatalogueFilter): CatalogueFilter {
  const isKnown = (category: string) => index.categories.some(({ slug }) => slug === category);
  const knownCategory = (category: string | null) =>
    [category, index.merged?.get(category ?? '') ?? null].find((each) => each !== null && isKnown(each)) ??
    null;
  const knownType = (type: string | null) => (type !== null && index.types.includes(type) ? type : null);
  const filter = {
    ...asked,
    category: knownCategory(asked.category),
    type: knownType(asked.type),
    fromCategory: knownCategory(asked.fromCategory),
    fromType: knownType(asked.fromType),
    page: Math.min(asked.page, Math.max(1, Math.ceil(index.size / PAGE_SIZE))),
  };
  // The whole menu has further pages only as a list: its links back and on ask for that list.
  return isUnsortedList(filter) ? { ...filter, sort: 'name' } : filter;
}

/** Selects the requested page. `matches` are rows that a search found, best first; if omitted, every row counts. */
export function selectPage(index: CatalogueIndex, filter: CatalogueFilter, matches?: Int32Array): Selection {
  const test = testOf(index, filter);
  const isEverybody =
    !matches && test.from === 0 && test.to === index.size && test.lowestThc === -1 && test.lowestMg === -1;
  const among: Among = isEverybody
    ? { test, matches: null, hidden: index.families.hidden }
    : narrowed(index, test, matches);
  const counts = isEverybody ? index.ofKind : countKinds(index, among);
  const { total, ...facets } = sumUp(index, test.failures, counts);
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const page = Math.min(filter.page, pages);
  const rows = pageRows(index, among, { sort: sortOf(filter), total, offset: (page - 1) * PAGE_SIZE });
  return {
    ids: rows.map((row) => index.ids[row] as number),
    sizes: sizesOfRows(index, rows, among),
    total,
    page,
    pages,
    facets: { ...facets, price: priceRange(index, test, matches) },
  };
}

/** Sums kinds into the products shown, and into what each choice would show without its own filter. */
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

/** The lowest and highest price among products that pass every filter except the price range. */
function priceRange(index: CatalogueIndex, test: Test, matches?: Int32Array): Facets['price'] {
  const { kind, price } = index;
  const passes = (row: number): boolean =>
    test.failures[kind[row] as number] === 0 && isPotent(index, test, row);
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
