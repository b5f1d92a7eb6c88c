/**
 * What a route says of itself when its page, as guests see it, depends on nobody and may be kept rendered:
 *
 *     export const handle = { keptForGuests: 'by-path' } satisfies KeptHandle;
 *
 * Its loaders then are called without a cookie and without a query they do not know; what they read must note what the
 * page shows (shown.ts). 'by-filter' is a list of the catalogue, whose query is a filter.
 */
export type KeptForGuests = 'by-path' | 'by-filter';

export type KeptHandle = { keptForGuests: KeptForGuests };

/** What a route's handle says; null for what says nothing. */
export function keptForGuests(handle: unknown): KeptForGuests | null {
  const says = (handle as Partial<KeptHandle> | undefined)?.keptForGuests;
  return says === 'by-path' || says === 'by-filter' ? says : null;
}
