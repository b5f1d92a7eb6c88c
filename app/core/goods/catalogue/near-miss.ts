/** Decides what a list without products shows instead when only its price range leaves it empty. */
import { cents, formatCents } from '#kernel/money.ts';
import {
  type CatalogueFilter,
  DEFAULT_HIGHEST_PRICE,
  HIGHEST_PRICE,
  hasPriceRange,
  LOWEST_PRICE,
} from './catalogue-filter.ts';

export type NearMiss = {
  /** 'No Vaporizers under $40.00. The lowest price is $45.00.' */
  sentence: string;
  /** The same list at any price, the nearest price first. */
  filter: CatalogueFilter;
};

/**
 * Returns null if the list has no price range, or has no products at any price.
 * @param prices the lowest and the highest price among products that pass everything but the price range, in cents
 * @param name what is listed, as shoppers know it: 'Vaporizers', '“vapes”'; 'products' if nothing names it
 */
export function nearMiss(
  filter: CatalogueFilter,
  prices: { lowest: number; highest: number } | null,
  name: string,
): NearMiss | null {
  if (!prices || !hasPriceRange(filter)) return null;
  const isBelow = prices.highest < filter.minPrice;
  const nearest = isBelow
    ? `The highest price is ${dollars(prices.highest)}.`
    : prices.lowest > filter.maxPrice
      ? `The lowest price is ${dollars(prices.lowest)}.`
      : `Prices are ${dollars(prices.lowest)} to ${dollars(prices.highest)}.`;
  return {
    sentence: `No ${name} ${rangeWords(filter)}. ${nearest}`,
    filter: {
      ...filter,
      minPrice: LOWEST_PRICE,
      maxPrice: DEFAULT_HIGHEST_PRICE,
      sort: isBelow ? '-price' : 'price',
      page: 1,
    },
  };
}

const dollars = (amount: number): string => formatCents(cents(amount));

function rangeWords({ minPrice, maxPrice }: CatalogueFilter): string {
  if (minPrice === LOWEST_PRICE) return `under ${dollars(maxPrice)}`;
  if (maxPrice === DEFAULT_HIGHEST_PRICE || maxPrice === HIGHEST_PRICE) return `over ${dollars(minPrice)}`;
  return `from ${dollars(minPrice)} to ${dollars(maxPrice)}`;
}
