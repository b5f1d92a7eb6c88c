/**
 * A proxy in front of the shop for attack tools: they are always signed in, never limited by address, and every answer
 * is counted for the run that asked.
 */
import { randomUUID } from 'node:crypto';
import { Agent, createServer, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** In the place of an idempotency key: each request gets a new one, or only the first would be read. */
export const NEW_KEY = 'a-new-key';
/** In the place of a bearer token: the visitor's tokens take turns, because each has a limit of its own. */
export const ANY_TOKEN = 'any-token';
/** Requests at the shop at the same time; more would be refused as load. */
const AT_ONCE = 6;
/** Signing out, or another person at the tablet, would end the attack; live updates never end. */
const NOT_FORWARDED = /^\/(?:sign-out|counter\/switch|live)\b/i;
/** Forms that end sessions, or change who may do what: what follows would only reach the sign-in page. */
const NOT_POSTED = /^\/(?:security|your-data\/delete|admin\/users|admin\/settings\/security)\b/i;

/** sqlmap attacks a parameter of a path once, although forms of one path do different things: each has its own. */
export const numbered = (path: string, number: number): string => `/~${number}${path}`;
/** The path that the shop gets. */
export const pathOf = (url = '/') => url.replace(/^\/~\d+/, '') || '/';

/** Whether the shop gets to see this request. */
export const isForwarded = (method = 'GET', url = '/'): boolean =>
  !NOT_FORWARDED.test(pathOf(url)) && (method === 'GET' || !NOT_POSTED.test(pathOf(url)));

export type Visitor = {
  /** Sent with each request, after the tool's own cookies. */
  cookie?: string;
  tokens?: readonly string[];
};
export type Tally = { requests: number; statuses: Record<number, number>; faults: string[] };
export type AttackProxy = { origin: string; tally: Tally; stop(): Promise<void> };

/** @param shop its public origin, and the port it listens on. */
export async function openAttackProxy(
  shop: { origin: string; port: number },
  visitor: Visitor,
): Promise<AttackProxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const tally: Tally = { requests: 0, statuses: {}, faults: [] };

  function headersFor({ headers }: IncomingMessage): OutgoingHttpHeaders {
    const sent = tally.requests;
    const token = visitor.tokens?.[sent % visitor.tokens.length];
    return {
      ...headers,
      // What a tool itself puts there is part of its attack.
      host: headers.host === own ? new URL(shop.origin).host : headers.host,
      origin: headers.origin ?? shop.origin,
      // Not every tool reads every encoding, and what a tool cannot read it finds nothing in.
      ...(headers['accept-encoding']?.includes('gzip') && { 'accept-encoding': 'identity' }),
      cookie: [headers.cookie, visitor.cookie].filter(Boolean).join('; '),
      'x-forwarded-for': `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
      ...(headers['idempotency-key'] === NEW_KEY && { 'idempotency-key': randomUUID() }),
      ...(headers.authorization === `Bearer ${ANY_TOKEN}` && { authorization: `Bearer ${token}` }),
    };
  }

  const server = createServer({ maxHeaderSize: 65_536 }, (incoming, response) => {
    if (!isForwarded(incoming.method, incoming.url)) {
      incoming.resume();
      return void response.writeHead(404).end();
    }
    tally.requests += 1;
    const answered = (status: number, words = '') => {
      tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
      if (status >= 500) tally.faults.push(`${status} ${incoming.method} ${incoming.url} ${words}`);
    };
    const to = {
      host: '127.0.0.1',
      port: shop.port,
      agent,
      method: incoming.method,
      path: pathOf(incoming.url),
    };
    const onward = request({ ...to, headers: headersFor(incoming) }, async (answer) => {
      const { statusCode: status = 0, headers } = answer;
      answered(status);
      // A tool that stored a new session would no longer be who it is meant to be.
      const { 'set-cookie': _, 'content-length': __, ...rest } = headers;
      const location = headers.location?.replace(shop.origin, `http://${own}`);
      const text = await buffer(answer).catch(() => Buffer.alloc(0));
      response.writeHead(status, { ...rest, ...(location !== undefined && { location }) });
      // The same 130 kB on each page, which tools would read for seconds.
      const isPage = headers['content-type']?.startsWith('text/html');
      response.end(isPage ? text.toString().replaceAll(/<style[^>]*>.*?<\/style>/gs, '') : text);
    });
    onward.on('error', (error) => {
      // The tool may end a connection, the shop may not.
      if (!response.destroyed) answered(599, error.message);
      response.destroy();
    });
    response.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });

  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const own = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: `http://${own}`,
    tally,
    stop: () => {
      agent.destroy();
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}
