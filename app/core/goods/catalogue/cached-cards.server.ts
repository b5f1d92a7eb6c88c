/**
 * Caches the cards that lists show until a change of their product is announced, as guest pages are (decision
 * 31). Caches only while this instance receives announcements: a card cannot be cached if its changes would
 * be missed.
 */
import { LRUCache } from 'lru-cache';
import { type PriceDay, priceKey } from '#core/goods/discounts/discount.ts';
import { isListening, onChange, shownAs } from '#db/announced-changes.ts';
import type { ProductCardFacts } from './products/product.ts';

/** Maximum number of cached cards; half a kilobyte each. */
const MOST = 2000;

const cached = new LRUCache<number, ProductCardFacts>({ max: MOST });
/** The day, the discount rules and the offers that the cached cards are priced by. */
let pricedBy = '';
let pricedOn: PriceDay | null = null;
/** Counts invalidations: cards read during one may be out of date. */
let invalidations = 0;

/** Invalidates the cards of these products; without ids, all of them. */
function invalidate(ids?: readonly number[]): void {
  invalidations += 1;
  if (ids) for (const id of ids) cached.delete(id);
  else cached.clear();
}

onChange(({ table, rows }) => {
  if (table === 'tax_rules') return;
  invalidate(shownAs(table) === 'products' ? rows?.map(Number) : undefined);
});

/**
 * Returns the cards of these products in this order, reading those that are not cached with `read`; omits
 * cards that it does not return.
 */
export async function cardsOf(
  ids: readonly number[],
  on: PriceDay,
  read: (ids: readonly number[]) => Promise<ProductCardFacts[]>,
): Promise<ProductCardFacts[]> {
  if (on !== pricedOn) {
    const pricing = priceKey(on);
    if (pricing !== pricedBy) invalidate();
    [pricedBy, pricedOn] = [pricing, on];
  }
  const known = new Map(ids.map((id) => [id, isListening() ? cached.get(id) : undefined]));
  const missing = ids.filter((id) => !known.get(id));
  const before = invalidations;
  for (const card of missing.length === 0 ? [] : await read(missing)) {
    if (card.id === null) continue;
    known.set(card.id, card);
    if (isListening() && invalidations === before) cached.set(card.id, card);
  }
  return ids.flatMap((id) => known.get(id) ?? []);
}
