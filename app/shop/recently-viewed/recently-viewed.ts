/**
 * Tracks which products a visitor has viewed, newest first. Only their browser stores the list, ids only: name, price
 * and availability load when it is shown.
 */

import { fitsInteger } from '#kernel/number.ts';

/** The browser storage key. */
export const RECENTLY_VIEWED = 'recently-viewed';
/** The oldest are dropped. */
export const REMEMBERED = 12;
/** On a shelf; one row. */
export const SHELVED = 6;

/** `owner` is who was signed in when it was last saved; null for a guest. */
export type RecentlyViewed = { owner: string | null; ids: readonly number[] };

/** Reads the stored list; anything we would not have written counts as empty. */
export function parseRecent(stored: string | null): RecentlyViewed {
  try {
    const { owner, ids } = JSON.parse(stored ?? '') as Partial<RecentlyViewed>;
    const isWhole = (owner === null || typeof owner === 'string') && Array.isArray(ids);
    if (isWhole)
      return { owner, ids: [...new Set(ids.filter((id) => fitsInteger(id)))].slice(0, REMEMBERED) };
  } catch {
    // Missing, or not ours.
  }
  return { owner: null, ids: [] };
}

/**
 * The list for the current visitor. A guest's list stays after sign-in; after a sign-out, or for another person on the
 * same device, it is cleared.
 */
export function recentFor(kept: RecentlyViewed, visitor: string | null): RecentlyViewed {
  return { owner: visitor, ids: kept.owner === null || kept.owner === visitor ? kept.ids : [] };
}

/** Puts this product first. */
export function withViewed({ owner, ids }: RecentlyViewed, id: number): RecentlyViewed {
  return { owner, ids: [id, ...ids.filter((other) => other !== id)].slice(0, REMEMBERED) };
}

/** Parses `?ids=12.57.3`: the first ids up to a limit, each once. */
export function readIds(text: string | null): number[] {
  const ids = (text ?? '')
    .slice(0, 200)
    .split('.')
    .filter((part) => /^\d{1,10}$/.test(part))
    .map(Number);
  return [...new Set(ids.filter((id) => fitsInteger(id)))].slice(0, REMEMBERED);
}
