/** Reads a catalogue filter from an address. Bad values are corrected, never refused: an old link must lead somewhere. */
import { z } from 'zod';
import { isWellFormedText, sliceSafe } from '#kernel/text.ts';
import {
  type CatalogueFilter,
  DEFAULT_HIGHEST_PRICE,
  HIGHEST_POTENCY,
  HIGHEST_PRICE,
  LOWEST_PRICE,
  SORTS,
} from './catalogue-filter.ts';
import { STRAIN_TYPES } from './search/strain.ts';

/** Longer searches are cut: nobody types them, and each word costs. */
const LONGEST_SEARCH = 100;
/** Beyond it nobody pages; keeps the offset a small number. */
const LAST_PAGE = 100_000;

/** A decimal as hundredths, within bounds; `fallback` for what is no number. */
const hundredths = (lowest: number, highest: number, fallback: number) =>
  z
    .string()
    .trim()
    .regex(/^-?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})$/)
    .transform((text) => Math.min(highest, Math.max(lowest, Math.round(Number(text) * 100))))
    .catch(fallback);

const slug = z
  .string()
  .regex(/^[\p{L}\p{N}_ -]{1,60}$/u)
  .nullable()
  .catch(null);

const flag = z.stringbool().catch(false);

const schema = z
  .object({
    q: z
      .string()
      .refine(isWellFormedText)
      .transform((text) => sliceSafe(text.replace(/\s+/g, ' ').trim(), LONGEST_SEARCH).trim())
      .catch(''),
    exact: flag,
    category: slug,
    type: slug,
    minPrice: hundredths(LOWEST_PRICE, HIGHEST_PRICE, LOWEST_PRICE),
    maxPrice: hundredths(LOWEST_PRICE, HIGHEST_PRICE, DEFAULT_HIGHEST_PRICE),
    strains: z.array(z.string()).transform((given) => STRAIN_TYPES.filter((type) => given.includes(type))),
    minThc: hundredths(0, HIGHEST_POTENCY, 0),
    maxThc: hundredths(0, HIGHEST_POTENCY, HIGHEST_POTENCY),
    inStock: flag,
    sort: z.enum(SORTS).nullable().catch(null),
    page: z.coerce.number().int().min(1).max(LAST_PAGE).catch(1),
  })
  // The minimum is at most the maximum (specification section 5): the maximum stands, the minimum gives way.
  // A minimum typed above the default range, with the maximum left alone, means 'from there up'.
  .transform((filter) => {
    const untouched = filter.maxPrice === DEFAULT_HIGHEST_PRICE && filter.minPrice > DEFAULT_HIGHEST_PRICE;
    const maxPrice = untouched ? HIGHEST_PRICE : filter.maxPrice;
    return {
      ...filter,
      maxPrice,
      minPrice: Math.min(filter.minPrice, maxPrice),
      minThc: Math.min(filter.minThc, filter.maxThc),
    };
  });

/** The filter an address asks for. */
export function readFilter(query: URLSearchParams): CatalogueFilter {
  return schema.parse({
    q: query.get('q') ?? '',
    exact: query.get('exact') ?? '',
    category: query.get('category') || null,
    type: query.get('type') || null,
    minPrice: query.get('min') ?? '',
    maxPrice: query.get('max') ?? '',
    strains: query.getAll('strain'),
    minThc: query.get('thcMin') ?? '',
    maxThc: query.get('thcMax') ?? '',
    inStock: query.get('stock') ?? '',
    sort: query.get('sort'),
    page: query.get('page') ?? '1',
  });
}
