/**
 * Requests from us to others, whose addresses somebody else may have written: bounded in time and size, following
 * no redirect, and never to an address inside our own network, whatever a name resolves to.
 */
import { lookup as resolveName } from 'node:dns';
import { request as requestPlainly } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** What went wrong on the way, without a word of what was sent or answered. */
export class OutboundError extends Error {
  override name = 'OutboundError';
}

export type OutboundRequest = {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Addresses of this machine are allowed, and plain HTTP to them: for a peer that the operator has put there. */
  loopback?: boolean;
};

export type OutboundAnswer = { status: number; text: string };

const TIME_LIMIT_MS = 6000;
const MAXIMUM_ANSWER = 256 * 1024;

/** Sends it and reads the whole answer. @throws OutboundError */
export function sendOut(address: string, options: OutboundRequest = {}): Promise<OutboundAnswer> {
  const { method = 'GET', headers = {}, body, loopback = false } = options;
  const problem = addressProblem(address, loopback);
  if (problem !== null) return Promise.reject(new OutboundError(problem));
  const url = new URL(address);
  const send = url.protocol === 'http:' ? requestPlainly : requestSecurely;
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      outgoing.destroy();
      reject(new OutboundError(`${url.host} ${reason}`));
    };
    const outgoing = send(url, {
      method,
      agent: false,
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
      lookup: loopback ? undefined : publicOnly,
      headers: {
        Accept: 'application/json',
        'User-Agent': 'Farmgate',
        ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
        ...headers,
      },
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      fail(error.name === 'AbortError' ? 'did not answer in time' : `could not be asked: ${error.code}`),
    );
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > MAXIMUM_ANSWER) fail('answered more than is read');
        else chunks.push(chunk);
      });
      response.on('error', () => fail('broke off its answer'));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    outgoing.end(body);
  });
}

/** Why nothing is sent there; null where something may be. */
export function addressProblem(address: string, loopback = false): string | null {
  if (!URL.canParse(address)) return 'an address that is none';
  const { protocol, hostname, username, password } = new URL(address);
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

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Whether an IP address is one of the whole internet's. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && !ownNetworks.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * RFC 6890 and its registries: this host, private, carrier's, link-local, documentation, multicast, reserved. IPv6
 * addresses that hold an IPv4 one are checked as that one.
 */
const ownNetworks = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  ownNetworks.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  ownNetworks.addSubnet(network, prefix, 'ipv6');

/** Resolves a name as usual and refuses it where one of its addresses is not public: what is checked is what is used. */
const publicOnly: LookupFunction = (hostname, options, done) => {
  resolveName(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 0);
    const [first] = found;
    if (!first || !found.every(({ address }) => isPublicAddress(address)))
      return done(Object.assign(new Error('not public'), { code: 'ENOTPUBLIC' }), '', 0);
    if (options.all) return done(null, found);
    done(null, first.address, first.family);
  });
};
