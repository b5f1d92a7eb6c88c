/**
 * A route's declaration that its page, as guests see it, is the same for everyone and may be cached:
 *
 *     export const handle = { cachedForGuests: 'by-path' } satisfies CacheHandle;
 *
 * The route's loaders then run without cookies and without unknown query parameters; whatever they read must record
 * what the page shows (shown.ts). 'by-filter' is a catalogue list whose query is a filter.
 */
export type CachedForGuests = 'by-path' | 'by-filter';

export type CacheHandle = { cachedForGuests: CachedForGuests };

/** The declaration in a route's handle; null if there is none. */
export function cachedForGuests(handle: unknown): CachedForGuests | null {
  const says = (handle as Partial<CacheHandle> | undefined)?.cachedForGuests;
  return says === 'by-path' || says === 'by-filter' ? says : null;
}
