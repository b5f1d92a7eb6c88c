/** A cached page as the bytes that are sent: the same for everybody, packed once for each encoding, shared without a copy. */
import { createHash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';

export type Encoding = 'br' | 'gzip' | 'identity';
export type Headers = Readonly<Record<string, string>>;
/** Name and value in turn, as node:http takes them fastest. */
export type Answer = { headers: string[]; body: Buffer };

const brotli = (quality: number) => (bytes: Buffer) =>
  brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 18 },
  });
/** Quickly at first: packing must not cost more than rendering. Thoroughly once it is worth it. */
const PACK = {
  br: { quick: brotli(1), thorough: brotli(5) },
  gzip: {
    quick: (bytes: Buffer) => gzipSync(bytes, { level: 1 }),
    thorough: (bytes: Buffer) => gzipSync(bytes, { level: 7 }),
  },
};

/** Packs what is sent once. */
export function packQuickly(encoding: Exclude<Encoding, 'identity'>, bytes: Buffer): Buffer {
  return PACK[encoding].quick(bytes);
}

/** Asked for so many times, a page is packed thoroughly: a fifth smaller. */
const WORTH_IT = 8;
/** Few take pages unpacked; these are kept besides. */
const plainBytes = new LRUCache<CachedPage, Buffer>({ max: 4 });

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

export class CachedPage {
  /** Weak: it names what the page says, however it is packed. */
  readonly etag: string;
  /** What the page takes when both its packed forms have been asked for, about. */
  readonly bytes: number;
  /** The headers of 'not modified'. */
  readonly unchanged: string[];
  readonly #headers: string[];
  readonly #packed = new Map<Encoding, Answer & { asked: number }>();

  constructor(plain: Buffer, headers: Headers, encoding: Encoding) {
    this.etag = `W/"${createHash('sha1').update(plain).digest('base64url')}"`;
    this.unchanged = Object.entries({
      'Cache-Control': headers['Cache-Control'] ?? '',
      Vary: 'Accept-Encoding, Cookie',
      ETag: this.etag,
    }).flat();
    this.#headers = [...Object.entries(headers).flat(), ...this.unchanged.slice(2)];
    const first = encoding === 'identity' ? 'gzip' : encoding;
    this.bytes = 2 * this.#pack(first, PACK[first].quick(plain)).body.length;
  }

  answer(encoding: Encoding): Answer {
    if (encoding === 'identity') return this.#answer(encoding, this.#plain());
    const packed = this.#packed.get(encoding) ?? this.#pack(encoding, PACK[encoding].quick(this.#unpack()));
    packed.asked += 1;
    if (packed.asked !== WORTH_IT) return packed;
    return this.#pack(encoding, PACK[encoding].thorough(this.#unpack()), WORTH_IT);
  }

  #pack(encoding: Encoding, body: Buffer, asked = 0): Answer & { asked: number } {
    const packed = { ...this.#answer(encoding, body), asked };
    this.#packed.set(encoding, packed);
    return packed;
  }

  #answer(encoding: Encoding, body: Buffer): Answer {
    const named = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
    return { headers: [...this.#headers, ...named, 'Content-Length', String(body.length)], body };
  }

  #plain(): Buffer {
    const known = plainBytes.get(this) ?? this.#unpack();
    plainBytes.set(this, known);
    return known;
  }

  #unpack(): Buffer {
    const br = this.#packed.get('br');
    return br ? brotliDecompressSync(br.body) : gunzipSync(this.#packed.get('gzip')?.body ?? '');
  }
}
