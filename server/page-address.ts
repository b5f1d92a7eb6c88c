/** Under what a guest's page is kept: what the page depends on, and nothing else that a URL can say. */
import type { IncomingMessage } from 'node:http';
import { catalogueAddress } from '#features/catalogue/catalogue-address.server.ts';

export type PageAddress = {
  /** Path and query that give this very page. */
  href: string;
  /** Whether there is no end to such pages. */
  isEndless: boolean;
};

/** Where guests may be shown a cached page: what depends on URL and catalogue only. */
const keepable = /^\/(?:products(?:\/\d+)?|about|education|terms|privacy|faq)?$/;

/** The page a GET of a guest asks for; null for what is not kept. */
export function pageAddress(target: string): PageAddress | null {
  const queryAt = target.indexOf('?');
  const path = queryAt === -1 ? target : target.slice(0, queryAt);
  if (!keepable.test(path)) return null;
  const search = queryAt === -1 ? '' : target.slice(queryAt);
  if (path === '/' || path === '/products') return catalogueAddress(path, search);
  return { href: path, isEndless: false };
}

/** Names under which pages are kept besides the machine's own, where no origin is configured. */
const MOST_HOSTS = 4;

/**
 * Whether pages are kept for this Host. Where no origin is configured a page carries the one it was asked by, and
 * a visitor can invent as many as they like: the machine's own names count, and the first few others.
 */
export function hostBook(): (incoming: IncomingMessage) => boolean {
  const others = new Set<string>();
  return ({ headers: { host = '' }, socket }) => {
    const local = socket.localAddress?.replace(/^::ffff:/, '');
    if (host === `localhost:${socket.localPort}` || host === `${local}:${socket.localPort}`) return true;
    if (others.has(host)) return true;
    if (others.size >= MOST_HOSTS) return false;
    others.add(host);
    return true;
  };
}
