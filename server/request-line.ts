/** What can be told of a request from its first line and its Host alone: whether anybody could mean it. */
import type { IncomingMessage } from 'node:http';

/** The methods our pages and files answer. */
export const METHODS = 'GET, HEAD, POST, OPTIONS';
const methods: ReadonlySet<string> = new Set(METHODS.split(', '));

/** Longest path and longest query. Ours have some hundred characters; reading a query takes more than its share of time. */
const PATH_LIMIT = 2048;
const QUERY_LIMIT = 2048;

const host = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const HOST_LIMIT = 255;

/**
 * The status of a request nobody can mean: 405 another method, 414 too long, 400 a target that is no path, an
 * escape that is no text, a NUL, a Host that is none or not one, another HTTP than 1. null when there is
 * nothing to object to.
 */
export function lineProblem(
  incoming: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders' | 'httpVersionMajor'>,
): number | null {
  if (incoming.httpVersionMajor !== 1) return 400;
  if (!methods.has(incoming.method ?? '')) return 405;
  const target = incoming.url ?? '';
  const queryAt = target.indexOf('?');
  const path = queryAt === -1 ? target : target.slice(0, queryAt);
  if (path.length > PATH_LIMIT || target.length - path.length > QUERY_LIMIT) return 414;
  if (!path.startsWith('/') || target.includes('%00') || !isDecodable(path)) return 400;
  if (hasSeveralHosts(incoming.rawHeaders)) return 400;
  return isHost(incoming.headers.host ?? '') ? null : 400;
}

/** @param headers name and value in turn. Node's own lists of values are made for all headers at once, for every request. */
function hasSeveralHosts(headers: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < headers.length; at += 2)
    if (headers[at]?.length === 4 && headers[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

/** Names that were found good: nearly everybody comes by the same few. */
const goodHosts = new Set<string>();
const MOST_GOOD_HOSTS = 16;

function isHost(name: string): boolean {
  if (goodHosts.has(name)) return true;
  const isGood = name.length <= HOST_LIMIT && host.test(name) && URL.canParse(`http://${name}`);
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
