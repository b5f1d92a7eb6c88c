/**
 * Pages for guests, kept rendered. Such a page depends on its URL, on the state of the catalogue and on a
 * few bits of the visitor (age affirmed, which warning is due), so it is rendered once and dropped when the
 * database announces a change. Only the CSP nonce differs per response; it is put in as the bytes leave.
 */
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { checksumWith } from './gzip-checksum.ts';

/** Characters of a nonce: sixteen bytes in base64url. */
export const NONCE_LENGTH = 22;

/** Bytes that lack only the nonce. */
export type Sheet = {
  /** With zeros where the nonce belongs. */
  blank: Buffer;
  nonceAt: readonly number[];
  /** Writes what else depends on the nonce. */
  seal: (bytes: Buffer, nonce: Buffer) => void;
  /** Copies that have been sent and may be written again. */
  copies: Buffer[];
};

/** Kept as most browsers take it; the other form is a fifth of a millisecond's work away. */
export type KeptPage = { gzip: Sheet; plainNonceAt: readonly number[]; plainLength: number };

const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff]);
/** Checksum and length. */
const GZIP_TRAILER_LENGTH = 8;
/** A stored block of one nonce (RFC 1951, 3.2.4): not the last, its length and the length's complement. */
const STORED_NONCE = Buffer.alloc(5 + NONCE_LENGTH);
STORED_NONCE.writeUInt16LE(NONCE_LENGTH, 1);
STORED_NONCE.writeUInt16LE(~NONCE_LENGTH & 0xffff, 3);
const BLANK_NONCE = Buffer.alloc(NONCE_LENGTH);

/** Cuts a rendered document at every `placeholder`; that is where a nonce of `NONCE_LENGTH` goes. */
export function keepPage(html: string, placeholder: string): KeptPage {
  const pieces = html.split(placeholder).map((piece) => Buffer.from(piece));
  const plain = join(pieces, BLANK_NONCE, 0);
  const deflated = pieces.map((piece, index) =>
    deflateRawSync(piece, {
      level: 9,
      // A full flush ends on a byte and forgets the window, so that pieces can be joined with others between.
      finishFlush: index === pieces.length - 1 ? constants.Z_FINISH : constants.Z_FULL_FLUSH,
    }),
  );
  const gzip = join(deflated, STORED_NONCE, STORED_NONCE.length - NONCE_LENGTH, GZIP_HEADER);
  const trailerAt = gzip.blank.length;
  const trailer = Buffer.alloc(GZIP_TRAILER_LENGTH);
  trailer.writeUInt32LE(plain.blank.length >>> 0, 4);
  const checksum = checksumWith(plain.blank, plain.nonceAt, NONCE_LENGTH);
  return {
    gzip: {
      blank: Buffer.concat([gzip.blank, trailer]),
      nonceAt: gzip.nonceAt,
      seal: (bytes, nonce) => bytes.writeUInt32LE(checksum(nonce), trailerAt),
      copies: [],
    },
    plainNonceAt: plain.nonceAt,
    plainLength: plain.blank.length,
  };
}

/** Bytes of uncompressed pages that are kept: for the few who take nothing else. */
const PLAIN_BYTES = 4 * 1024 * 1024;
const plainSheets = new LRUCache<KeptPage, Sheet>({
  maxSize: PLAIN_BYTES,
  // One more, because a cache counts nothing that is empty.
  sizeCalculation: ({ blank }) => 1 + blank.length,
});

/** The page as one takes it who cannot unpack it. */
export function plainSheet(page: KeptPage): Sheet {
  const known = plainSheets.get(page);
  if (known) return known;
  const { blank } = page.gzip;
  const sheet: Sheet = {
    // In one piece: a little more room than it takes, so that no second one is asked for.
    blank: inflateRawSync(blank.subarray(GZIP_HEADER.length, -GZIP_TRAILER_LENGTH), {
      chunkSize: page.plainLength + 64,
    }),
    nonceAt: page.plainNonceAt,
    seal: () => undefined,
    copies: [],
  };
  plainSheets.set(page, sheet);
  return sheet;
}

/** Joins pieces with `between`, in which the nonce begins at `offset`. */
function join(
  pieces: readonly Buffer[],
  between: Buffer,
  offset: number,
  before: Buffer = Buffer.alloc(0),
): { blank: Buffer; nonceAt: number[] } {
  const nonceAt: number[] = [];
  const parts = [before];
  let length = before.length;
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) {
      nonceAt.push(length + offset);
      parts.push(between);
      length += between.length;
    }
    parts.push(piece);
    length += piece.length;
  }
  return { blank: Buffer.concat(parts), nonceAt };
}

/** More copies of one sheet than this are not kept for the next response. */
const MOST_COPIES = 4;
/** The sheets of which there are copies, those that got one longest ago first; more than so many there never are. */
const copied = new Set<Sheet>();
const MOST_COPIED = 12;

/**
 * The sheet's bytes with this response's nonce. They are the caller's alone until it gives them back: a page
 * copied for each response would spend more time on memory than on sending.
 */
export function fillIn(sheet: Sheet, nonce: string): Buffer {
  const word = Buffer.from(nonce, 'latin1');
  if (word.length !== NONCE_LENGTH) throw new Error(`a nonce has ${NONCE_LENGTH} characters`);
  const bytes = sheet.copies.pop() ?? Buffer.from(sheet.blank);
  for (const at of sheet.nonceAt) bytes.set(word, at);
  sheet.seal(bytes, word);
  return bytes;
}

/** Gives bytes back that have left the process altogether. */
export function giveBack(sheet: Sheet, bytes: Buffer): void {
  if (sheet.copies.length === MOST_COPIES) return;
  sheet.copies.push(bytes);
  copied.add(sheet);
  const [oldest] = copied;
  if (copied.size <= MOST_COPIED || !oldest) return;
  oldest.copies = [];
  copied.delete(oldest);
}

/** Room for kept pages, some four hundred of them. Past it the least recently used go. */
const MAXIMUM_BYTES = 12 * 1024 * 1024;
/** The oldest a kept page gets: 'open now' and 'next pickup' move with the clock. */
const MAXIMUM_AGE_MS = 30_000;

/** The pages kept by this instance. */
export class KeptPages {
  readonly #pages = new LRUCache<string, KeptPage>({
    maxSize: MAXIMUM_BYTES,
    sizeCalculation: ({ gzip }) => gzip.blank.length,
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
