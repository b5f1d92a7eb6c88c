/** Stores the recently viewed list in this browser. If storage is blocked, there is no list. */
import { parseRecent, RECENTLY_VIEWED, recentFor, withViewed } from './recently-viewed.ts';

/** The current visitor's list; deletes one that another person left behind. */
export function loadRecent(visitor: string | null): readonly number[] {
  try {
    const stored = localStorage.getItem(RECENTLY_VIEWED);
    if (stored === null) return [];
    const { ids } = recentFor(parseRecent(stored), visitor);
    if (ids.length === 0) forgetRecent();
    return ids;
  } catch {
    return [];
  }
}

export function rememberViewed(visitor: string | null, id: number): void {
  try {
    const seen = withViewed({ owner: visitor, ids: loadRecent(visitor) }, id);
    localStorage.setItem(RECENTLY_VIEWED, JSON.stringify(seen));
  } catch {
    // Private windows may block storage.
  }
}

export function forgetRecent(): void {
  try {
    localStorage.removeItem(RECENTLY_VIEWED);
  } catch {
    // Nothing could be stored there anyway.
  }
}
