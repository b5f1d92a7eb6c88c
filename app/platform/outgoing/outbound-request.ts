/**
 * Sends requests to addresses that outsiders may have chosen, such as an identity provider's: checked before they are
 * sent, limited in time and size, without following redirects, and never to an address inside our own network, whatever
 * a name resolves to (`outbound.ts`).
 */

import { isIP } from 'node:net';
import { isLoopback, parseUrl } from '#kernel/url.ts';
import { askOutside } from './outbound.ts';
import { isPublicAddress } from './public-address.ts';

/** The failure of a request, without any of the data sent or received. */
export class OutboundError extends Error {
  override name = 'OutboundError';
}

export type OutboundRequest = {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Allows this machine's own addresses, also over plain HTTP: for a server that the operator runs there. */
  loopback?: boolean;
};

const TIME_LIMIT_MS = 6000;
const MAXIMUM_ANSWER = 256 * 1024;

/** Sends the request and reads the whole response. @throws OutboundError */
export async function sendOut(
  address: string,
  options: OutboundRequest = {},
): Promise<{ status: number; text: string }> {
  const { method = 'GET', headers = {}, body = null, loopback = false } = options;
  const problem = addressProblem(address, loopback);
  if (problem !== null) throw new OutboundError(problem);
  const url = new URL(address);
  const { status, text, isWhole } = await askOutside({
    method,
    url,
    headers: { Accept: 'application/json', 'User-Agent': 'Farmgate', ...headers },
    body,
    timeout: TIME_LIMIT_MS,
    publicOnly: !loopback,
    readAtMost: MAXIMUM_ANSWER,
  }).catch((error: NodeJS.ErrnoException) => {
    throw new OutboundError(`${url.host} could not be asked: ${error.code ?? error.message}`);
  });
  if (!isWhole) throw new OutboundError(`${url.host} answered more than is read`);
  return { status, text };
}

/** Why the address is forbidden; null if it is allowed. */
export function addressProblem(address: string, loopback = false): string | null {
  const url = parseUrl(address);
  if (url === null) return 'an address that is none';
  const { protocol, hostname, username, password } = url;
  if (username || password) return 'an address with a password in it';
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (loopback && isLoopback(host))
    return protocol === 'http:' || protocol === 'https:' ? null : 'no web address';
  if (protocol !== 'https:') return `${hostname} is not asked by HTTPS`;
  if (isIP(host)) return isPublicAddress(host) ? null : `${hostname} lies in a network of our own`;
  return /\.[a-z][a-z\d-]*$/.test(host) && !/\.(?:local|localhost|internal|lan|home|arpa)$/.test(host)
    ? null
    : `${hostname} lies in a network of our own`;
}
