/** The one address of what a catalogue page shows, however it was asked for. */
import { catalogueHref, hasPotencyRange, hasPriceRange } from './catalogue-filter.ts';
import { catalogueIndexNow } from './catalogue-index.server.ts';
import { knownFilter, selectPage } from './catalogue-selection.ts';
import { readFilter } from './read-filter.ts';

export type CatalogueAddress = {
  /** Path and query in their one order, with nothing in them that makes no difference. */
  href: string;
  /** Words and ranges can be chosen without end; shelves and pages cannot. */
  isEndless: boolean;
};

/**
 * @param search from '?' on, or ''; at most what the HTTP layer lets through.
 * null while the catalogue has not been read yet.
 */
export function catalogueAddress(path: string, search: string): CatalogueAddress | null {
  const at = path === '/' ? '/' : '/products';
  if (search === '') return { href: at, isEndless: false };
  const index = catalogueIndexNow();
  if (index === null) return null;
  const filter = knownFilter(index, readFilter(new URLSearchParams(search)));
  // What a search finds is not known before it is made; a page behind the last of any other list is the last.
  if (filter.page > 1 && filter.q === '') filter.page = selectPage(index, filter).page;
  return {
    href: catalogueHref(filter, at),
    isEndless: filter.q !== '' || hasPriceRange(filter) || hasPotencyRange(filter),
  };
}
