/**
 * Caches the cards that lists show until a change of their product is announced, as guest pages are (decision
 * 31). Caches only while this instance receives announcements: a card cannot be cached if its changes would
 * be missed.
 */
import { LRUCache } from 'lru-cache';
import type { PriceDay } from '#core/discounts/discount.ts';
import type { ProductCardFacts } from './products/product.ts';

/** Maximum number of cached cards; half a kilobyte each. */
const MOST = 2000;

const kept = new LRUCache<number, ProductCardFacts>({ max: MOST });
/** The day and the discount rules that the cached cards are priced by. */
let pricedBy = '';
let isHearing = false;
/** Counts invalidations: cards read during one may be out of date. */
let drops = 0;

/** Starts caching: this instance receives changes from now on, but may have missed earlier ones. */
export function cacheCards(): void {
  dropCards();
  isHearing = true;
}

/** Stops caching: this instance no longer receives changes. */
export function stopCachingCards(): void {
  isHearing = false;
  dropCards();
}

/** Invalidates the cards of these products; without ids, all of them. */
export function dropCards(ids?: readonly number[]): void {
  drops += 1;
  if (ids) for (const id of ids) kept.delete(id);
  else kept.clear();
}

/**
 * Returns the cards of these products in this order, reading those that are not cached with `read`; omits
 * cards that it does not return.
 */
export async function cardsOf(
  ids: readonly number[],
  on: PriceDay,
  read: (ids: readonly number[]) => Promise<ProductCardFacts[]>,
): Promise<ProductCardFacts[]> {
  const pricing = JSON.stringify(on);
  if (pricing !== pricedBy) {
    dropCards();
    pricedBy = pricing;
  }
  const known = new Map(ids.map((id) => [id, kept.get(id)]));
  const missing = ids.filter((id) => !known.get(id));
  const before = drops;
  for (const card of missing.length === 0 ? [] : await read(missing)) {
    if (card.id === null) continue;
    known.set(card.id, card);
    if (isHearing && drops === before) kept.set(card.id, card);
  }
  return ids.flatMap((id) => known.get(id) ?? []);
}
