/** Checks a request by its first line and Host alone: whether any legitimate client could have sent it. */

import type { IncomingMessage } from 'node:http';
import { parseUrl } from '#kernel/url.ts';
import { isApi, isForPrinters } from './bearer.ts';

/** The methods our pages and files support. */
export const METHODS = 'GET, HEAD, POST, OPTIONS';
const methods: ReadonlySet<string> = new Set(METHODS.split(', '));

/** Of programs: the API refuses these itself, and names those that the address has. */
const apiMethods: ReadonlySet<string> = new Set([...methods, 'PUT', 'PATCH', 'DELETE']);
/** A printer deletes what it has printed (CloudPRNT). */
const printerMethods: ReadonlySet<string> = new Set([...methods, 'DELETE']);

function methodsOf(target: string): ReadonlySet<string> {
  if (isApi(target)) return apiMethods;
  return isForPrinters(target) ? printerMethods : methods;
}

/**
 * The longest path and the longest query, in characters. Ours have about a hundred; parsing a long query takes more
 * than its share of time.
 */
const PATH_LIMIT = 2048;
const QUERY_LIMIT = 2048;

const host = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const HOST_LIMIT = 255;

/**
 * The status for an illegitimate request: 405 for another method, 414 for a long target, 400 for a target that is not a
 * path, an invalid escape, a NUL, a missing or invalid Host, or another HTTP than 1. Null if the request is fine.
 */
export function lineProblem(
  incoming: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders' | 'httpVersionMajor'>,
): number | null {
  if (incoming.httpVersionMajor !== 1) return 400;
  const target = incoming.url ?? '';
  if (!methodsOf(target).has(incoming.method ?? '')) return 405;
  const queryAt = target.indexOf('?');
  const path = queryAt === -1 ? target : target.slice(0, queryAt);
  if (path.length > PATH_LIMIT || target.length - path.length > QUERY_LIMIT) return 414;
  if (!path.startsWith('/') || target.includes('%00') || !isDecodable(path)) return 400;
  if (hasSeveralHosts(incoming.rawHeaders)) return 400;
  return isHost(incoming.headers.host ?? '') ? null : 400;
}

/**
 * @param headers name and value in turn. Node's own value lists cost time for every request, because they cover all
 * headers.
 */
function hasSeveralHosts(headers: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < headers.length; at += 2)
    if (headers[at]?.length === 4 && headers[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

/** A cache of valid hosts: nearly all requests use the same few. */
const goodHosts = new Set<string>();
const MOST_GOOD_HOSTS = 16;

function isHost(name: string): boolean {
  if (goodHosts.has(name)) return true;
  const isGood = name.length <= HOST_LIMIT && host.test(name) && parseUrl(`http://${name}`) !== null;
  if (isGood && goodHosts.size < MOST_GOOD_HOSTS) goodHosts.add(name);
  return isGood;
}

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
