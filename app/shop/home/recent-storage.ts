/** The list of what was looked at, as this browser keeps it. Where storage is refused there is none. */
import { parseRecent, RECENTLY_VIEWED, recentFor, withViewed } from './recently-viewed.ts';

/** What whoever is here has looked at; what somebody else left behind is removed. */
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
    // Private windows may refuse storage.
  }
}

export function forgetRecent(): void {
  try {
    localStorage.removeItem(RECENTLY_VIEWED);
  } catch {
    // Nothing could be stored there either.
  }
}
