/**
 * A cached page as the bytes that are sent: the same for everyone, compressed once per encoding, shared without a copy.
 */
import { hash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { type Effort, type Encoding, type PackedEncoding, pack } from '#server/http/packing.ts';

/** Headers alternate name and value, the fastest format for node:http. */
export type Answer = { headers: string[]; body: Buffer };

/**
 * From this request on, a page is sent compressed thoroughly. The second: a page that is requested again soon pays for it,
 * most searches are requested once, and a phone with a bad signal waits for each kilobyte.
 */
const WORTH_IT = 2;
/** Few clients take pages uncompressed; these few are cached in addition. */
const plainAnswers = new LRUCache<CachedPage, Answer>({ max: 4 });

export class CachedPage {
  /** Weak: it identifies the content, whatever the compression. */
  readonly etag: string;
  /** The approximate size of both compressed forms together. */
  readonly bytes: number;
  /** The headers of a 304 response. */
  readonly unchanged: string[];
  readonly #headers: string[];
  readonly #packed = new Map<PackedEncoding, Answer & { asked: number }>();

  constructor(plain: Buffer, headers: Readonly<Record<string, string>>, encoding: Encoding) {
    this.etag = `W/"${hash('sha1', plain, 'base64url')}"`;
    const tagged = ['Vary', 'Accept-Encoding, Cookie', 'ETag', this.etag];
    this.unchanged = ['Cache-Control', headers['Cache-Control'] ?? '', ...tagged];
    this.#headers = [...Object.entries(headers).flat(), ...tagged];
    this.bytes = 2 * this.#pack(encoding === 'identity' ? 'gzip' : encoding, plain, 'quickly').body.length;
  }

  answer(encoding: Encoding): Answer {
    if (encoding === 'identity') {
      const plain = plainAnswers.get(this) ?? this.#answer(this.#unpack(), []);
      plainAnswers.set(this, plain);
      return plain;
    }
    const packed = this.#packed.get(encoding) ?? this.#pack(encoding, this.#unpack(), 'quickly');
    packed.asked += 1;
    return packed.asked === WORTH_IT ? this.#pack(encoding, this.#unpack(), 'thoroughly') : packed;
  }

  #pack(encoding: PackedEncoding, plain: Buffer, effort: Effort): Answer & { asked: number } {
    const asked = effort === 'quickly' ? 0 : WORTH_IT;
    const packed = { ...this.#answer(pack(encoding, plain, effort), ['Content-Encoding', encoding]), asked };
    this.#packed.set(encoding, packed);
    return packed;
  }

  #answer(body: Buffer, named: string[]): Answer {
    return { headers: [...this.#headers, ...named, 'Content-Length', String(body.length)], body };
  }

  #unpack(): Buffer {
    const br = this.#packed.get('br');
    return br ? brotliDecompressSync(br.body) : gunzipSync(this.#packed.get('gzip')?.body ?? '');
  }
}
