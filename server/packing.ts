/** Which encoding a client takes, and how a body is packed in it. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';
export type PackedEncoding = Exclude<Encoding, 'identity'>;
/** Quickly what is sent once: packing must not cost more than rendering. Thoroughly, a fifth smaller, what is sent often. */
export type Effort = 'quickly' | 'thoroughly';

const levels = { br: { quickly: 1, thoroughly: 5 }, gzip: { quickly: 1, thoroughly: 7 } };

/** Packed on this thread, at once: a page or less, for which a trip to the thread pool costs more. */
export function pack(encoding: PackedEncoding, bytes: Buffer, effort: Effort): Buffer {
  const level = levels[encoding][effort];
  if (encoding === 'gzip') return gzipSync(bytes, { level });
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_LGWIN: window } = constants;
  return brotliCompressSync(bytes, { params: { [quality]: level, [window]: 18 } });
}

/** Named, as a whole word, and not with a quality of nothing. */
const takes = (name: string) =>
  new RegExp(String.raw`(?:^|[\s,])${name}(?=[\s,;]|$)(?!\s*;\s*q=0(?:\.0*)?(?:[\s,;]|$))`, 'i');
const takesBrotli = takes('br');
const takesGzip = takes('gzip');

/** The encoding to answer with; brotli is the smaller one. */
export function encodingFor(accepted: string | string[] | undefined): Encoding {
  const names = String(accepted ?? '');
  return takesBrotli.test(names) ? 'br' : takesGzip.test(names) ? 'gzip' : 'identity';
}
