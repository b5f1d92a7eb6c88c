/** Normalizes incoming requests into a form our code can trust. */
import type { IncomingMessage } from 'node:http';
import { CLIENT_ADDRESS_HEADER } from '#core/accounts/identity/sessions/client-address.server.ts';
import type { AddressReader } from './client-address.ts';

/**
 * The request in a form our code can trust: its URL starts with the configured origin, its client address comes from
 * the socket, and any client-sent copies of headers we rely on are removed.
 */
export function ownRequest(
  raw: Request,
  options: { publicOrigin: string | null; addressOf: AddressReader },
  incoming: { socket: Pick<IncomingMessage['socket'], 'remoteAddress'> },
): Request {
  const headers = new Headers(raw.headers);
  const address = options.addressOf(incoming.socket.remoteAddress, headers.get('x-forwarded-for'));
  for (const name of [...headers.keys()]) {
    if (name.startsWith('x-forwarded-') || name === 'forwarded' || name === 'x-real-ip') headers.delete(name);
  }
  headers.set(CLIENT_ADDRESS_HEADER, address);
  const url = new URL(raw.url);
  if (options.publicOrigin !== null) {
    const own = new URL(options.publicOrigin);
    url.protocol = own.protocol;
    url.hostname = own.hostname;
    // Set separately: a proxy may use our own port, and assigning a host without a port would leave that port in place.
    url.port = own.port;
    headers.set('host', own.host);
  }
  const init: RequestInit & { duplex?: 'half' } = { method: raw.method, headers, signal: raw.signal };
  if (raw.body !== null) {
    init.body = raw.body;
    init.duplex = 'half';
  }
  return new Request(url, init);
}

/** The same request with its body in memory. */
export function withBody(request: Request, body: BodyInit | null): Request {
  if (body === null) return request;
  const { method, headers, signal } = request;
  const init: RequestInit & { duplex?: 'half' } = { method, headers, signal, body };
  if (body instanceof ReadableStream) init.duplex = 'half';
  return new Request(request.url, init);
}

/** The same request without its body, which stays unread. */
export function withoutBody({ url, method, headers, signal }: Request): Request {
  return new Request(url, { method, headers, signal });
}
