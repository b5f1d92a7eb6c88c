/**
 * Under what a guest's page is kept: what the page depends on, and nothing else that a URL can say. Which routes may
 * be kept, the routes say themselves: `export const handle = { cachedForGuests: … }` (platform/cached-for-guests).
 */
import { hostname } from 'node:os';
import { LRUCache } from 'lru-cache';
import { matchPath, type ServerBuild } from 'react-router';
import { catalogueAddress } from '#core/catalogue/catalogue-address.server.ts';
import { type CachedForGuests, cachedForGuests } from '#platform/pages/cached-for-guests.ts';

export type PageAddress = {
  /** Path and query that give this very page. */
  href: string;
  /** Whether there is no end to such pages. */
  isEndless: boolean;
};

export type CachedRoute = { pattern: string; kept: CachedForGuests; ids: string[] };

/** The routes that say so, each with the ids of all that are loaded for it, outermost first. */
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

const DATA = /(?:\/_|(?<=[^/]))\.data$/;

/**
 * The page or data a GET of a guest asks for; null for what is not kept. Data may be asked for by the ids of the
 * routes it is loaded for, each once and in their order, so that there is an end to the ways of asking.
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

/** Of how many targets it is remembered what they mean: reading one costs more than sending its page. */
const REMEMBERED = 2000;

/** `pageAddress` that remembers, for as long as `state` is the same: pages come and go with the catalogue. */
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
 * Whether the Host is one of the machine's own names. Without a configured origin a page carries the one that it was
 * asked by; a visitor can invent any number of others, so pages are cached for no other.
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
