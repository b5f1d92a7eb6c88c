/**
 * Computes the cache key of a guest's page: what the page depends on, and nothing else in the URL. Routes declare that
 * they may be cached: `export const handle = { cachedForGuests: … }` (platform/pages/cached-for-guests).
 */
import { hostname } from 'node:os';
import { LRUCache } from 'lru-cache';
import { matchPath, type ServerBuild } from 'react-router';
import { catalogueAddress } from '#core/goods/catalogue/catalogue-address.server.ts';
import { type CachedForGuests, cachedForGuests } from '#platform/pages/cached-for-guests.ts';

export type PageAddress = {
  /** The path and query of this exact page. */
  href: string;
  /** Whether there are unlimited variants of this page. */
  isEndless: boolean;
};

export type CachedRoute = { pattern: string; kept: CachedForGuests; ids: string[] };

/** The cacheable routes, each with the IDs of all routes loaded for it, outermost first. */
export function cachedRoutes(routes: ServerBuild['routes']): CachedRoute[] {
  return Object.values(routes).flatMap((leaf) => {
    const kept = cachedForGuests(leaf?.module.handle);
    if (!leaf || !kept) return [];
    const chain = [leaf];
    for (let up = leaf.parentId; up !== undefined; up = chain[0]?.parentId) {
      const parent = routes[up];
      if (parent) chain.unshift(parent);
    }
    const path = chain.flatMap((each) => each.path ?? []).join('/');
    return [{ pattern: `/${path.replace(/^\/+/, '')}`, kept, ids: chain.map(({ id }) => id) }];
  });
}

/** The end of a path that asks for a page's data. */
export const DATA = /(?:\/_|(?<=[^/]))\.data$/;

/**
 * The page or data that a guest's GET asks for; null if it is not cacheable. Data may name the IDs of the routes it
 * loads, each once and in order, which limits the number of variants.
 */
export function pageAddress(routes: readonly CachedRoute[], target: string): PageAddress | null {
  const queryAt = target.indexOf('?');
  const asked = queryAt === -1 ? target : target.slice(0, queryAt);
  const search = queryAt === -1 ? '' : target.slice(queryAt);
  const isData = DATA.test(asked);
  const path = isData ? asked.replace(DATA, '') || '/' : asked;
  if (!/^\/(?:[\w-]+(?:\/[\w-]+)*)?$/.test(path)) return null;
  const route = routes.find(({ pattern }) => matchPath({ path: pattern, caseSensitive: true }, path));
  if (!route) return null;
  const page = route.kept === 'by-filter' ? catalogueAddress(path, search) : { href: path, isEndless: false };
  if (!page || !isData) return page;
  const only = new URLSearchParams(search).get('_routes');
  const wanted = only?.split(',') ?? [];
  if (route.ids.filter((id) => wanted.includes(id)).join() !== (only ?? '')) return null;
  const [, query = ''] = page.href.split('?');
  const parts = [query, only === null ? '' : `_routes=${only}`].filter((part) => part !== '');
  return { ...page, href: `${asked}${parts.length > 0 ? `?${parts.join('&')}` : ''}` };
}

/** The number of parsed targets to cache: parsing one costs more than sending its page. */
const REMEMBERED = 2000;

/** Caches `pageAddress` for as long as `state` stays the same: pages change with the catalogue. */
export function addressBook(routes: readonly CachedRoute[], state: () => unknown) {
  const known = new LRUCache<string, PageAddress>({ max: REMEMBERED });
  let knownIn = state();
  return (target: string): PageAddress | null => {
    if (state() !== knownIn) {
      known.clear();
      knownIn = state();
    }
    const before = known.get(target);
    if (before) return before;
    const address = pageAddress(routes, target);
    if (address) known.set(target, address);
    return address;
  };
}

/**
 * Whether the Host is one of the machine's own names. Without a configured origin, a page contains the origin it was
 * requested under; a visitor can invent any number of them, so pages are cached only for these names.
 */
export function isOwnHost({
  headers: { host },
  socket,
}: {
  headers: { host?: string | undefined };
  socket: { localAddress?: string | undefined; localPort?: number | undefined };
}): boolean {
  const address = socket.localAddress?.replace(/^::ffff:/, '') ?? '';
  const literal = address.includes(':') ? `[${address}]` : address;
  return ['localhost', literal, hostname()].some((name) => host === `${name}:${socket.localPort}`);
}
