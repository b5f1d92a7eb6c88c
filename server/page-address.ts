/**
 * Under what a guest's page is kept: what the page depends on, and nothing else that a URL can say. Which routes may
 * be kept, the routes say themselves: `export const handle = { cachedForGuests: … }` (platform/cached-for-guests).
 */
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { matchPath, type ServerBuild } from 'react-router';
import { catalogueAddress } from '#features/catalogue/catalogue-address.server.ts';
import { type CachedForGuests, cachedForGuests } from '#platform/cached-for-guests.ts';

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

/** Names under which pages are kept besides the machine's own, where no origin is configured. */
const MOST_HOSTS = 4;

/**
 * Whether pages are kept for this Host. Where no origin is configured a page carries the one it was asked by, and
 * a visitor can invent as many as they like: the machine's own names count, and the first few others.
 */
export function hostBook(): (incoming: IncomingMessage) => boolean {
  const known = new Set<string>();
  let others = 0;
  return ({ headers: { host = '' }, socket }) => {
    if (known.has(host)) return true;
    const local = socket.localAddress?.replace(/^::ffff:/, '');
    const isOwn = host === `localhost:${socket.localPort}` || host === `${local}:${socket.localPort}`;
    if (!isOwn && ++others > MOST_HOSTS) return false;
    known.add(host);
    return true;
  };
}
