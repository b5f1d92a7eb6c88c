/**
 * Pages for guests, kept rendered. Such a page depends on its URL, on the state of the catalogue and on a
 * few bits of the visitor (age affirmed, which warning is due), so it is rendered once and dropped when the
 * database announces a change. Only the CSP nonce differs per response; it is put in as the bytes leave.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';

/** A page cut where the nonce belongs, as plain bytes and as raw deflate pieces. */
export type KeptPage = {
  plain: readonly Buffer[];
  deflated: readonly Buffer[];
  bytes: number;
};

const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff]);

/** Cuts a rendered document at every `placeholder`. */
export function keepPage(html: string, placeholder: string): KeptPage {
  const plain = html.split(placeholder).map((piece) => Buffer.from(piece));
  const deflated = plain.map((piece, index) =>
    deflateRawSync(piece, {
      level: 9,
      // A full flush ends on a byte and forgets the window, so that pieces can be joined with others between.
      finishFlush: index === plain.length - 1 ? constants.Z_FINISH : constants.Z_FULL_FLUSH,
    }),
  );
  const size = (pieces: readonly Buffer[]) => pieces.reduce((sum, piece) => sum + piece.length, 0);
  return { plain, deflated, bytes: size(plain) + size(deflated) };
}

/** The page's bytes with this response's nonce. */
export function plainBody(page: KeptPage, nonce: string): Buffer {
  return Buffer.concat(between(page.plain, Buffer.from(nonce)));
}

/**
 * The page's bytes as one gzip member: the deflated pieces with the nonce between them as a stored block
 * (RFC 1951, 3.2.4), so nothing is compressed again; only the checksum is computed anew.
 */
export function gzipBody(page: KeptPage, nonce: string): Buffer {
  const word = Buffer.from(nonce);
  const stored = Buffer.alloc(5 + word.length);
  stored.writeUInt16LE(word.length, 1);
  stored.writeUInt16LE(~word.length & 0xffff, 3);
  word.copy(stored, 5);

  const plain = between(page.plain, word);
  const trailer = Buffer.alloc(8);
  let checksum = 0;
  let length = 0;
  for (const piece of plain) {
    checksum = crc32(piece, checksum);
    length += piece.length;
  }
  trailer.writeUInt32LE(checksum, 0);
  trailer.writeUInt32LE(length >>> 0, 4);
  return Buffer.concat([GZIP_HEADER, ...between(page.deflated, stored), trailer]);
}

function between(pieces: readonly Buffer[], separator: Buffer): Buffer[] {
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [separator, piece]));
}

/** Room for kept pages. Past it the least recently used go. */
const MAXIMUM_BYTES = 32 * 1024 * 1024;
/** The oldest a kept page gets: 'open now' and 'next pickup' move with the clock. */
const MAXIMUM_AGE_MS = 30_000;

/** The pages kept by this instance. */
export class KeptPages {
  readonly #pages = new LRUCache<string, KeptPage>({
    maxSize: MAXIMUM_BYTES,
    sizeCalculation: (page) => page.bytes,
    ttl: MAXIMUM_AGE_MS,
  });
  readonly #rendering = new Map<string, Promise<KeptPage | null>>();
  #generation = 0;

  /** The kept page, if there is one: the path that must be fast. */
  get(key: string): KeptPage | undefined {
    return this.#pages.get(key);
  }

  /** Drops everything; a page whose rendering began before is shown but not kept. */
  dropAll(): void {
    this.#generation += 1;
    this.#pages.clear();
    this.#rendering.clear();
  }

  /**
   * Renders once however many ask at the same time; `render` gives null for what must not be kept (an error,
   * a redirect), and each of those who asked then goes the long way.
   */
  render(key: string, render: () => Promise<KeptPage | null>): Promise<KeptPage | null> {
    const underWay = this.#rendering.get(key);
    if (underWay) return underWay;
    const generation = this.#generation;
    const rendering = render()
      .then((page) => {
        if (page && generation === this.#generation) this.#pages.set(key, page);
        return page;
      })
      .finally(() => {
        if (this.#rendering.get(key) === rendering) this.#rendering.delete(key);
      });
    this.#rendering.set(key, rendering);
    return rendering;
  }
}
