/**
 * Pages and data that are there as a whole are packed in one go and written in one piece: streams, and threads that
 * pack, cost more than the packing itself.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { bytesOf } from '#platform/pages/whole-page.ts';
import { encodingFor, pack } from './packing.ts';

const wholeTypes = /^(?:text\/(?:html|x-script)|application\/(?:problem\+)?json)(?:;|$)/;

/** Whether responses of this type are there as a whole: pages, what client navigation fetches, JSON. */
export function isWhole(type: string): boolean {
  return wholeTypes.test(type);
}

/** Less is not worth packing. */
const PACKED_FROM = 1024;

/** Writes a whole response, packed as the client takes it; gives every other on as it is. */
export async function sendWhole(
  response: Response,
  incoming: Pick<IncomingMessage, 'method' | 'headers'>,
  outgoing: Pick<ServerResponse, 'writeHead' | 'end'>,
): Promise<Response> {
  const { headers, status } = response;
  if (incoming.method === 'HEAD' || headers.has('Content-Encoding')) return response;
  if (!isWhole(headers.get('Content-Type') ?? '')) return response;
  const plain = await bytesOf(response);
  const encoding = plain.length < PACKED_FROM ? 'identity' : encodingFor(incoming.headers['accept-encoding']);
  const body = encoding === 'identity' ? plain : pack(encoding, plain, 'quickly');
  headers.append('Vary', 'Accept-Encoding');
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
  headers.set('Content-Length', String(body.length));
  outgoing.writeHead(status, [...headers].flat());
  outgoing.end(body);
  return RESPONSE_ALREADY_SENT;
}
