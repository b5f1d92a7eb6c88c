/** The one address of what a catalogue page shows, however it was asked for. */
import { LRUCache } from 'lru-cache';
import { catalogueHref, hasPotencyRange, hasPriceRange } from './catalogue-filter.ts';
import { catalogueIndexNow } from './catalogue-index.server.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import { knownFilter } from './catalogue-selection.ts';
import { readFilter } from './read-filter.ts';

export type CatalogueAddress = {
  /** Path and query in their one order, with nothing in them that makes no difference. */
  href: string;
  /** Words and ranges can be chosen without end; shelves and pages cannot. */
  isEndless: boolean;
};

/** Of how many queries it is remembered what they mean: reading one costs more than sending its page. */
const REMEMBERED = 1000;
const remembered = new LRUCache<string, CatalogueAddress>({ max: REMEMBERED });
let rememberedOf: CatalogueIndex | null = null;

/**
 * @param search from '?' on, or ''; at most what the HTTP layer lets through.
 * null while the catalogue has not been read yet.
 */
export function catalogueAddress(path: '/' | '/products', search: string): CatalogueAddress | null {
  if (search === '') return { href: path, isEndless: false };
  const index = catalogueIndexNow();
  if (index === null) return null;
  // Shelves come and go with the index.
  if (index !== rememberedOf) {
    remembered.clear();
    rememberedOf = index;
  }
  const asked = path + search;
  const known = remembered.get(asked);
  if (known) return known;
  const filter = knownFilter(index, readFilter(new URLSearchParams(search)));
  const address = {
    href: catalogueHref(filter, path),
    isEndless: filter.q !== '' || hasPriceRange(filter) || hasPotencyRange(filter),
  };
  remembered.set(asked, address);
  return address;
}
