/** Computes the canonical address of a catalogue page, however it was requested. */
import { catalogueHref, hasMgRange, hasPotencyRange, hasPriceRange } from './catalogue-filter.ts';
import { catalogueIndexNow } from './catalogue-index.server.ts';
import { knownFilter, selectPage } from './catalogue-selection.ts';
import { readFilter } from './read-filter.ts';

export type CatalogueAddress = {
  /** Path and query in canonical order, without parameters that change nothing. */
  href: string;
  /** Whether there are unlimited addresses of this kind: words and ranges have no limit, shelves and pages do. */
  isEndless: boolean;
};

/**
 * @param search from '?' on, or ''; at most what the HTTP layer accepts. Returns null until the catalogue has
 * been read.
 */
export function catalogueAddress(path: string, search: string): CatalogueAddress | null {
  const at = path === '/' ? '/' : '/products';
  if (search === '') return { href: at, isEndless: false };
  const index = catalogueIndexNow();
  if (index === null) return null;
  const filter = knownFilter(index, readFilter(new URLSearchParams(search)));
  // A search's pages are unknown before it runs; for other lists, a page past the end becomes the last page.
  if (filter.page > 1 && filter.q === '') filter.page = selectPage(index, filter).page;
  return {
    href: catalogueHref(filter, at),
    isEndless: filter.q !== '' || hasPriceRange(filter) || hasPotencyRange(filter) || hasMgRange(filter),
  };
}
