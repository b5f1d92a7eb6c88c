/**
 * What a route says of itself when its page, as guests see it, depends on nobody and may be kept rendered:
 *
 *     export const handle = { cachedForGuests: 'by-path' } satisfies CacheHandle;
 *
 * Its loaders then are called without a cookie and without a query they do not know; what they read must note what the
 * page shows (shown.ts). 'by-filter' is a list of the catalogue, whose query is a filter.
 */
export type CachedForGuests = 'by-path' | 'by-filter';

export type CacheHandle = { cachedForGuests: CachedForGuests };

/** What a route's handle says; null for what says nothing. */
export function cachedForGuests(handle: unknown): CachedForGuests | null {
  const says = (handle as Partial<CacheHandle> | undefined)?.cachedForGuests;
  return says === 'by-path' || says === 'by-filter' ? says : null;
}
