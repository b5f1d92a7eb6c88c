/** Parses a catalogue filter from an address. Corrects bad values and never refuses: an old link must still work. */
import { z } from 'zod';
import { isWellFormedText, sliceSafe } from '#kernel/text.ts';
import {
  type CatalogueFilter,
  DEFAULT_HIGHEST_MG,
  DEFAULT_HIGHEST_PRICE,
  HIGHEST_MG,
  HIGHEST_POTENCY,
  HIGHEST_PRICE,
  LOWEST_PRICE,
  SORTS,
  searchingAll,
  withoutSearch,
} from './catalogue-filter.ts';
import { readSearchTerms } from './search/search-terms.ts';
import { STRAIN_TYPES } from './search/strain.ts';

/** Longer searches are cut: no one types them, and each word costs time. */
const LONGEST_SEARCH = 100;
/** No one pages further; limits the offset to a small number. */
const LAST_PAGE = 100_000;

/** Parses a decimal as hundredths, within bounds; `fallback` if it is not a number. */
const hundredths = (lowest: number, highest: number, fallback: number) =>
  z
    .string()
    .trim()
    .regex(/^-?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})$/)
    .transform((text) => Math.min(highest, Math.max(lowest, Math.round(Number(text) * 100))))
    .catch(fallback);

/** Parses whole milligrams, within bounds. */
const milligrams = (fallback: number) =>
  z
    .string()
    .trim()
    .regex(/^-?\d{1,9}(?:\.\d{0,9})?$/)
    .transform((text) => Math.min(HIGHEST_MG, Math.max(0, Math.round(Number(text)))))
    .catch(fallback);

const slug = z
  .string()
  .regex(/^[\p{L}\p{N}_ -]{1,60}$/u)
  .nullable()
  .catch(null);

const searchText = z
  .string()
  .refine(isWellFormedText)
  .transform((text) => sliceSafe(text.replace(/\s+/g, ' ').trim(), LONGEST_SEARCH).trim());

const flag = z.stringbool().catch(false);

const schema = z
  .object({
    q: searchText.catch(''),
    searched: searchText.nullable().catch(null),
    exact: flag,
    category: slug,
    type: slug,
    fromCategory: slug,
    fromType: slug,
    minPrice: hundredths(LOWEST_PRICE, HIGHEST_PRICE, LOWEST_PRICE),
    maxPrice: hundredths(LOWEST_PRICE, HIGHEST_PRICE, DEFAULT_HIGHEST_PRICE),
    strains: z.array(z.string()).transform((given) => STRAIN_TYPES.filter((type) => given.includes(type))),
    minThc: hundredths(0, HIGHEST_POTENCY, 0),
    maxThc: hundredths(0, HIGHEST_POTENCY, HIGHEST_POTENCY),
    minMg: milligrams(0),
    maxMg: milligrams(DEFAULT_HIGHEST_MG),
    inStock: flag,
    sort: z.enum(SORTS).nullable().catch(null),
    page: z.coerce.number().int().min(1).max(LAST_PAGE).catch(1),
  })
  // 'gummies under $20' searches for gummies. A shopper who wants the words as typed gets them.
  .transform((filter) => {
    if (filter.q === '' || filter.exact) return filter;
    const { sort, ...terms } = readSearchTerms(filter.q);
    return { ...filter, ...terms, sort: filter.sort ?? sort ?? null };
  })
  // The minimum is at most the maximum (specification section 5): a higher minimum is lowered to the maximum.
  // If the minimum is above the default range and the maximum was not changed, it means 'from there up'.
  .transform((filter) => {
    const untouched = filter.maxPrice === DEFAULT_HIGHEST_PRICE && filter.minPrice > DEFAULT_HIGHEST_PRICE;
    const maxPrice = untouched ? HIGHEST_PRICE : filter.maxPrice;
    return {
      ...filter,
      maxPrice,
      minPrice: Math.min(filter.minPrice, maxPrice),
      minThc: Math.min(filter.minThc, filter.maxThc),
      ...mgRange(filter),
    };
  })
  // The form says which search its page answered; another one is new and looks in the whole menu.
  .transform(({ searched, ...filter }): CatalogueFilter => {
    if (filter.q === '') return withoutSearch(filter);
    if (searched !== null && searched !== filter.q) return searchingAll(filter);
    return {
      ...filter,
      fromCategory: filter.category === null ? filter.fromCategory : null,
      fromType: filter.type === null ? filter.fromType : null,
    };
  });

/** As for prices: a minimum above the default range with the maximum unchanged means 'from there up'. */
function mgRange({ minMg, maxMg }: Pick<CatalogueFilter, 'minMg' | 'maxMg'>) {
  const highest = maxMg === DEFAULT_HIGHEST_MG && minMg > DEFAULT_HIGHEST_MG ? HIGHEST_MG : maxMg;
  return { minMg: Math.min(minMg, highest), maxMg: highest };
}

/** Parses the filter in an address. */
export function readFilter(query: URLSearchParams): CatalogueFilter {
  return schema.parse({
    q: query.get('q') ?? '',
    searched: query.get('searched'),
    exact: query.get('exact') ?? '',
    category: query.get('category') || null,
    type: query.get('type') || null,
    fromCategory: query.get('from') || null,
    fromType: query.get('fromType') || null,
    minPrice: query.get('min') ?? '',
    maxPrice: query.get('max') ?? '',
    strains: query.getAll('strain'),
    minThc: query.get('thcMin') ?? '',
    maxThc: query.get('thcMax') ?? '',
    minMg: query.get('mgMin') ?? '',
    maxMg: query.get('mgMax') ?? '',
    inStock: query.get('stock') ?? '',
    sort: query.get('sort'),
    page: query.get('page') ?? '1',
  });
}
