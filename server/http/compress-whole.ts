/**
 * Compresses complete pages and data in one go: streams and compression threads cost more than the compression itself.
 */
import { encodingFor, pack } from './packing.ts';

/** Types of responses that are complete in memory: pages, data for client navigation, JSON, and the small files that routes write. */
const wholeTypes =
  /^(?:text\/(?:html|plain|x-script)|application\/(?:xml|(?:problem\+|manifest\+)?json))(?:;|$)/;

/** Bytes; smaller bodies are not worth compressing. */
const PACKED_FROM = 1024;

/**
 * The response, compressed as the client accepts it; every response that is not complete in memory, unchanged.
 * @param page the bytes to send; if null, the response's own body
 */
export async function compressWhole(
  { method, headers: asked }: Request,
  response: Response,
  page: Buffer | null,
): Promise<Response> {
  const { headers, status } = response;
  if (headers.has('Content-Encoding') || !wholeTypes.test(headers.get('Content-Type') ?? '')) return response;
  if (!/\baccept-encoding\b/i.test(headers.get('Vary') ?? '')) headers.append('Vary', 'Accept-Encoding');
  // Its answer has the headers of a GET (RFC 9110, 9.3.2).
  if (method === 'HEAD') return response;
  const plain = page ?? Buffer.from(await response.arrayBuffer());
  const encoding =
    plain.length < PACKED_FROM ? 'identity' : encodingFor(asked.get('Accept-Encoding') ?? undefined);
  const body = encoding === 'identity' ? plain : pack(encoding, plain, 'quickly');
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
  headers.set('Content-Length', String(body.length));
  return new Response(new Uint8Array(body), { status, headers });
}
