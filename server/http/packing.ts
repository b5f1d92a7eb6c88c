/** Negotiates the content encoding, and compresses bodies. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';
export type PackedEncoding = Exclude<Encoding, 'identity'>;
/**
 * Quickly for a body that is sent once: compression must not cost more than rendering. Thoroughly, a fifth smaller, for
 * bodies sent often.
 */
export type Effort = 'quickly' | 'thoroughly';

const levels = { br: { quickly: 1, thoroughly: 5 }, gzip: { quickly: 1, thoroughly: 7 } };

/** Compresses synchronously on this thread: for a page or less, a trip to the thread pool costs more. */
export function pack(encoding: PackedEncoding, bytes: Buffer, effort: Effort): Buffer {
  const level = levels[encoding][effort];
  if (encoding === 'gzip') return gzipSync(bytes, { level });
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_LGWIN: window } = constants;
  return brotliCompressSync(bytes, { params: { [quality]: level, [window]: 19 } });
}

/** Matches the encoding as a whole word, without a quality of 0. */
const takes = (name: string) =>
  new RegExp(String.raw`(?:^|[\s,])${name}(?=[\s,;]|$)(?!\s*;\s*q=0(?:\.0*)?(?:[\s,;]|$))`, 'i');
const takesBrotli = takes('br');
const takesGzip = takes('gzip');

/** The encoding to respond with; brotli is smaller. */
export function encodingFor(accepted: string | string[] | undefined): Encoding {
  const names = String(accepted ?? '');
  return takesBrotli.test(names) ? 'br' : takesGzip.test(names) ? 'gzip' : 'identity';
}
