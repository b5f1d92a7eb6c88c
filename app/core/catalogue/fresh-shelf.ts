/**
 * The home page's first shelf: what came in last, newest first. No promotion: nothing on it is chosen or cheaper, and
 * it says how new it is.
 */
import { type CatalogueIndex, rowOf } from './catalogue-index.ts';

/** Today and the six days before it, on the store's calendar. */
export const FRESH_DAYS = 7;
/** Cards of a full shelf: one row of a wide screen. */
const MOST = 6;
/** A shelf of fewer looks empty. */
const FEWEST = 4;

export type FreshShelf = {
  /** Products, newest first. */
  ids: number[];
  /** Whether all of them came in this week. */
  isThisWeek: boolean;
};

/**
 * What can be had now of what came in this week, or, where that is too little for a shelf, of what came in last. null
 * where even that is too little.
 */
export function freshShelf(index: CatalogueIndex): FreshShelf | null {
  const families = new Set<number>();
  const there = index.arrivals.filter(({ id }) => {
    const row = rowOf(index, id);
    if (row === -1 || index.kinds[index.kind[row] as number]?.inStock !== true) return false;
    // Of sizes of one thing the one that came in last.
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
