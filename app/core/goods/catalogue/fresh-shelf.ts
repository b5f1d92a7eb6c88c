/**
 * Selects the home page's shelf of new products: the newest arrivals, newest first. It is not a promotion: no product
 * on it is chosen or cheaper, and it says how new they are.
 */
import { type CatalogueIndex, rowOf, rowsOf } from './catalogue-index.ts';
import { FIRST_PRODUCTS } from './selected-shelves.ts';

/** Today and the six days before, in the store's calendar. */
export const FRESH_DAYS = 7;
/** Cards on a full shelf: as many as a category shows. */
const MOST = FIRST_PRODUCTS;
/** Fewer cards than this look empty. */
const FEWEST = 4;

export type FreshShelf = {
  /** Product ids, newest first. */
  ids: number[];
  /** Whether all of them arrived this week. */
  isThisWeek: boolean;
};

/**
 * Returns this week's arrivals that are in stock or, if they are too few, the latest arrivals. null if even
 * those are too few.
 * @param above the products right above the shelf, which it does not repeat in any size
 */
export function freshShelf(index: CatalogueIndex, above: readonly number[]): FreshShelf | null {
  const families = new Set([...rowsOf(index, above)].map((row) => index.families.of[row]));
  families.delete(-1);
  const there = index.arrivals.filter(({ id }) => {
    const row = rowOf(index, id);
    if (row === -1 || above.includes(id) || index.kinds[index.kind[row] as number]?.inStock !== true)
      return false;
    // Of the sizes of one product, show the newest arrival.
    const family = index.families.of[row] as number;
    if (families.has(family)) return false;
    if (family !== -1) families.add(family);
    return true;
  });
  const fresh = there.filter(({ at }) => at >= index.freshSince);
  const isThisWeek = fresh.length >= FEWEST;
  const ids = (isThisWeek ? fresh : there).slice(0, MOST).map(({ id }) => id);
  return ids.length < FEWEST ? null : { ids, isThisWeek };
}
