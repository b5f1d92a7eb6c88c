/**
 * Cards as lists show them, kept until a change of their product is announced, as the guests' pages are (decision 31).
 * Only while such announcements are heard: what would be missed cannot be kept.
 */
import { LRUCache } from 'lru-cache';
import type { PriceDay } from '#core/discounts/discount.ts';
import type { ProductCardFacts } from './products/product.ts';

/** Cards that are kept; half a kilobyte each. */
const MOST = 2000;

const kept = new LRUCache<number, ProductCardFacts>({ max: MOST });
/** The day and the rules of discounts by which these cards are priced. */
let pricedBy = '';
let isHearing = false;
/** Counts what has been dropped: cards that were being read meanwhile may be from before. */
let drops = 0;

/** Changes are heard from now on; what was announced before may have been missed. */
export function cacheCards(): void {
  dropCards();
  isHearing = true;
}

/** Changes are not heard any more. */
export function stopCachingCards(): void {
  isHearing = false;
  dropCards();
}

/** Drops the cards of these products; without ids, all of them. */
export function dropCards(ids?: readonly number[]): void {
  drops += 1;
  if (ids) for (const id of ids) kept.delete(id);
  else kept.clear();
}

/** Cards of these products in this order, those that are not kept as `read` gives them; one that it does not give is left out. */
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
