/**
 * Which products somebody has looked at, newest first. Kept in their browser and nowhere else, ids alone: name, price
 * and whether it can be had are asked for when they are shown.
 */

/** In the browser's storage. */
export const RECENTLY_VIEWED = 'recently-viewed';
/** The oldest make room. */
export const REMEMBERED = 12;
/** On a shelf; one row. */
export const SHELVED = 6;

/** `owner` is who was signed in when it was last written; null for a guest. */
export type RecentlyViewed = { owner: string | null; ids: readonly number[] };

const MAXIMUM_ID = 2_147_483_647;
const isId = (id: unknown): id is number =>
  Number.isInteger(id) && Number(id) >= 1 && Number(id) <= MAXIMUM_ID;

/** Reads what the browser kept; whatever we would not have written is nothing. */
export function parseRecent(stored: string | null): RecentlyViewed {
  try {
    const { owner, ids } = JSON.parse(stored ?? '') as Partial<RecentlyViewed>;
    const isWhole = (owner === null || typeof owner === 'string') && Array.isArray(ids);
    if (isWhole) return { owner, ids: [...new Set(ids.filter(isId))].slice(0, REMEMBERED) };
  } catch {
    // Nothing, or nothing of ours.
  }
  return { owner: null, ids: [] };
}

/**
 * The list as it is for whoever is here now. A guest who signs in takes it along; after signing out, or for another
 * person at the same device, nothing of it is left.
 */
export function recentFor(kept: RecentlyViewed, visitor: string | null): RecentlyViewed {
  return { owner: visitor, ids: kept.owner === null || kept.owner === visitor ? kept.ids : [] };
}

/** With this product as the newest. */
export function withViewed({ owner, ids }: RecentlyViewed, id: number): RecentlyViewed {
  return { owner, ids: [id, ...ids.filter((other) => other !== id)].slice(0, REMEMBERED) };
}

/** '12.57.3' as `?ids=` has it: the first so many, each once. */
export function readIds(text: string | null): number[] {
  const ids = (text ?? '')
    .slice(0, 200)
    .split('.')
    .filter((part) => /^\d{1,10}$/.test(part))
    .map(Number);
  return [...new Set(ids.filter(isId))].slice(0, REMEMBERED);
}
