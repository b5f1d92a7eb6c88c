/**
 * Defines a catalogue filter and its address. Does not include the parser, which stays on the server: the
 * browser needs only the addresses.
 *
 * Price: the default range 0 to 1,000 dollars (specification section 9) is where the inputs start, not a
 * limit on what is shown. A bound at its default is no bound, so that shoppers who chose nothing still see a
 * product at 1,200 dollars; the slider's right end therefore reads '$1,000.00 or more'.
 */
import { cents, formatCents } from '#kernel/money.ts';
import type { StrainType } from './search/strain.ts';

/** The slider's ends and the default range, in cents. */
export const LOWEST_PRICE = 0;
export const DEFAULT_HIGHEST_PRICE = 100_000;
/** The largest maximum price that can be typed, in cents. */
export const HIGHEST_PRICE = 1_000_000;
/** THC in basis points; 0 to 100 % sets no bound. */
export const HIGHEST_POTENCY = 10_000;
/** Milligrams of THC in a package, as edibles state it; 0 to 1,000 sets no bound. */
export const DEFAULT_HIGHEST_MG = 1000;
/** The largest maximum that can be typed, in milligrams. */
export const HIGHEST_MG = 10_000;
/** Cards per page: full rows with one, two or three columns. */
export const PAGE_SIZE = 24;

/** 'gram' sorts products sold by weight by price per gram; all others come last. */
export const SORTS = ['name', '-name', 'price', '-price', 'gram', 'newest', 'oldest', 'relevance'] as const;

/** There is no sort by strength: the law forbids promoting potency (docs/law.md, Advertising). */
export type Sort = (typeof SORTS)[number];

export type CatalogueFilter = {
  /** The search as typed, trimmed; '' for none. */
  q: string;
  /** Search for the words as typed instead of correcting them. */
  exact: boolean;
  /** A category's slug. */
  category: string | null;
  /** A product type. */
  type: string | null;
  /**
   * The category and the type in force before the search, which looks in the whole menu: both can be chosen again. null
   * without a search, and where one of its kind is chosen.
   */
  fromCategory: string | null;
  fromType: string | null;
  /** Cents. */
  minPrice: number;
  /** Cents; `DEFAULT_HIGHEST_PRICE` means no bound. */
  maxPrice: number;
  strains: readonly StrainType[];
  /** Basis points of THC. If either bound is set, products whose percentage is not known are omitted (`statedThc`). */
  minThc: number;
  maxThc: number;
  /** Whole milligrams of THC per package. If either bound is set, products that do not state it are omitted. */
  minMg: number;
  maxMg: number;
  inStock: boolean;
  /** null: by category for the whole menu, by relevance for a search, otherwise by name. */
  sort: Sort | null;
  /** From 1. */
  page: number;
};

/** Everything, by category. */
export const NO_FILTER: CatalogueFilter = {
  q: '',
  exact: false,
  category: null,
  type: null,
  fromCategory: null,
  fromType: null,
  minPrice: LOWEST_PRICE,
  maxPrice: DEFAULT_HIGHEST_PRICE,
  strains: [],
  minThc: 0,
  maxThc: HIGHEST_POTENCY,
  minMg: 0,
  maxMg: DEFAULT_HIGHEST_MG,
  inStock: false,
  sort: null,
  page: 1,
};

/** Whether nothing narrows the menu, in whatever order. */
export function isWholeMenu(filter: CatalogueFilter): boolean {
  return (
    filter.q === '' &&
    filter.category === null &&
    filter.type === null &&
    filter.strains.length === 0 &&
    !filter.inStock &&
    !hasPriceRange(filter) &&
    !hasPotencyRange(filter) &&
    !hasMgRange(filter)
  );
}

/** Whether the menu is shown by category, as shoppers find it who have chosen nothing. */
export function showsShelves(filter: CatalogueFilter): boolean {
  return isWholeMenu(filter) && chosenSort(filter) === '' && filter.page === 1;
}

/** Whether it asks for a later page of the whole menu without saying in what order. */
export function isUnsortedList(filter: CatalogueFilter): boolean {
  return isWholeMenu(filter) && chosenSort(filter) === '' && filter.page > 1;
}

/** The sort of a list that the filter asks for. */
export function sortOf(filter: CatalogueFilter): Sort {
  const wanted = filter.sort ?? (filter.q === '' ? 'name' : 'relevance');
  return wanted === 'relevance' && filter.q === '' ? 'name' : wanted;
}

/**
 * The sort's name in a form: '' if it is the default, so that a new search does not inherit the old order. The default
 * of the whole menu is by category; A to Z is a choice there.
 */
export function chosenSort(filter: CatalogueFilter): Sort | '' {
  if (filter.sort === null || (filter.sort === 'relevance' && filter.q === '')) return '';
  if (isWholeMenu(filter)) return filter.sort;
  return filter.sort === sortOf({ ...filter, sort: null }) ? '' : filter.sort;
}

export function hasPriceRange(filter: CatalogueFilter): boolean {
  return filter.minPrice !== LOWEST_PRICE || filter.maxPrice !== DEFAULT_HIGHEST_PRICE;
}

export function hasPotencyRange(filter: CatalogueFilter): boolean {
  return filter.minThc !== 0 || filter.maxThc !== HIGHEST_POTENCY;
}

export function hasMgRange(filter: CatalogueFilter): boolean {
  return filter.minMg !== 0 || filter.maxMg !== DEFAULT_HIGHEST_MG;
}

/** Formats hundredths as a person types them: 1250 is '12.5', 4000 is '40'. */
export function asTyped(hundredths: number): string {
  return String(hundredths / 100);
}

/** The filter's canonical address: parameters in fixed order, without defaults. */
export function catalogueHref(filter: CatalogueFilter, path: '/products' | '/' = '/products'): string {
  const query = new URLSearchParams();
  if (filter.q !== '') query.set('q', filter.q);
  if (filter.q !== '' && filter.exact) query.set('exact', '1');
  if (filter.category !== null) query.set('category', filter.category);
  if (filter.type !== null) query.set('type', filter.type);
  if (filter.q !== '' && filter.category === null && filter.fromCategory !== null)
    query.set('from', filter.fromCategory);
  if (filter.q !== '' && filter.type === null && filter.fromType !== null)
    query.set('fromType', filter.fromType);
  if (filter.minPrice !== LOWEST_PRICE) query.set('min', asTyped(filter.minPrice));
  if (filter.maxPrice !== DEFAULT_HIGHEST_PRICE) query.set('max', asTyped(filter.maxPrice));
  for (const strain of filter.strains) query.append('strain', strain);
  if (filter.minThc !== 0) query.set('thcMin', asTyped(filter.minThc));
  if (filter.maxThc !== HIGHEST_POTENCY) query.set('thcMax', asTyped(filter.maxThc));
  if (filter.minMg !== 0) query.set('mgMin', String(filter.minMg));
  if (filter.maxMg !== DEFAULT_HIGHEST_MG) query.set('mgMax', String(filter.maxMg));
  if (filter.inStock) query.set('stock', '1');
  if (chosenSort(filter) !== '') query.set('sort', chosenSort(filter));
  if (filter.page > 1) query.set('page', String(filter.page));
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The filter as it was before the search. */
export function withoutSearch(filter: CatalogueFilter): CatalogueFilter {
  return {
    ...filter,
    q: '',
    exact: false,
    category: filter.category ?? filter.fromCategory,
    type: filter.type ?? filter.fromType,
    fromCategory: null,
    fromType: null,
  };
}

/**
 * The filter for a new search: it looks in the whole menu, whatever category and type were in force, and remembers them.
 */
export function searchingAll(filter: CatalogueFilter): CatalogueFilter {
  return {
    ...filter,
    category: null,
    type: null,
    fromCategory: filter.category ?? filter.fromCategory,
    fromType: filter.type ?? filter.fromType,
  };
}

/** A chosen filter: its label, and the filter without it. */
export type Chip = { label: string; without: CatalogueFilter };

/**
 * Returns one chip per chosen filter, in the order of the panel. `categoryName` and `typeLabel` are the
 * labels of the chosen category and type.
 */
export function chosenChips(
  filter: CatalogueFilter,
  words: {
    categoryName: (slug: string) => string;
    typeLabel: (type: string) => string;
    strainLabel: (type: StrainType) => string;
  },
): Chip[] {
  const from = { ...filter, page: 1 };
  const chips: Chip[] = [];
  if (filter.q !== '') chips.push({ label: `“${filter.q}”`, without: withoutSearch(from) });
  if (filter.category !== null) {
    chips.push({ label: words.categoryName(filter.category), without: { ...from, category: null } });
  }
  if (filter.type !== null)
    chips.push({ label: words.typeLabel(filter.type), without: { ...from, type: null } });
  if (hasPriceRange(filter)) {
    chips.push({
      label: rangeLabel(filter.minPrice, filter.maxPrice, LOWEST_PRICE, DEFAULT_HIGHEST_PRICE, (amount) =>
        formatCents(cents(amount)),
      ),
      without: { ...from, minPrice: LOWEST_PRICE, maxPrice: DEFAULT_HIGHEST_PRICE },
    });
  }
  for (const strain of filter.strains) {
    chips.push({
      label: words.strainLabel(strain),
      without: { ...from, strains: filter.strains.filter((other) => other !== strain) },
    });
  }
  if (hasPotencyRange(filter)) {
    chips.push({
      label: `THC ${rangeLabel(filter.minThc, filter.maxThc, 0, HIGHEST_POTENCY, (value) => `${asTyped(value)}%`)}`,
      without: { ...from, minThc: 0, maxThc: HIGHEST_POTENCY },
    });
  }
  if (hasMgRange(filter)) {
    chips.push({
      label: `THC ${rangeLabel(filter.minMg, filter.maxMg, 0, DEFAULT_HIGHEST_MG, (value) => `${value} mg`)}`,
      without: { ...from, minMg: 0, maxMg: DEFAULT_HIGHEST_MG },
    });
  }
  if (filter.inStock) chips.push({ label: 'In stock', without: { ...from, inStock: false } });
  return chips;
}

function rangeLabel(
  low: number,
  high: number,
  lowest: number,
  highest: number,
  format: (value: number) => string,
): string {
  if (low === lowest) return `up to ${format(high)}`;
  if (high === highest) return `from ${format(low)}`;
  return `${format(low)} – ${format(high)}`;
}
