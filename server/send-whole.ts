/**
 * Compresses complete pages and data in one go and writes them in one piece: streams and compression threads cost more
 * than the compression itself.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { bytesOf } from '#platform/pages/whole-page.ts';
import { encodingFor, pack } from './packing.ts';

const wholeTypes = /^(?:text\/(?:html|x-script)|application\/(?:problem\+)?json)(?:;|$)/;

/** Whether responses of this type are complete in memory: pages, data for client navigation, JSON. */
export function isWhole(type: string): boolean {
  return wholeTypes.test(type);
}

/** Bytes; smaller bodies are not worth compressing. */
const PACKED_FROM = 1024;

/** Writes a complete response, compressed as the client accepts it; passes on every other response unchanged. */
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
