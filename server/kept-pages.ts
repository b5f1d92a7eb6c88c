/**
 * Pages for guests, kept rendered. Such a page depends on its URL, on the state of the catalogue and on a
 * few bits of the visitor (age affirmed, which warning is due), so it is rendered once and dropped when the
 * database announces a change. Only the CSP nonce differs per response; it is put in as the bytes leave.
 */
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { checksumWith } from './gzip-checksum.ts';
import { Turns } from './turns.ts';

/** Characters of a nonce: sixteen bytes in base64url. */
export const NONCE_LENGTH = 22;

/** A form of a page that lacks only the nonce. */
export type Sheet = {
  /** New bytes, with zeros where the nonce belongs. */
  fresh: () => Buffer;
  nonceAt: readonly number[];
  /** Writes what else depends on the nonce. */
  seal: (bytes: Buffer, nonce: Buffer) => void;
  /** Bytes that have been sent and may be written again. */
  sent: Buffer[];
};

/** Both forms of a page. Only the packed one is kept, as most browsers take it; the other is unpacked from it. */
export type KeptPage = { plain: Sheet; gzip: Sheet; bytes: number };

const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff]);
/** Checksum and length. */
const GZIP_TRAILER_LENGTH = 8;
/** A stored block of one nonce (RFC 1951, 3.2.4): not the last, its length and the length's complement. */
const STORED_NONCE = Buffer.alloc(5 + NONCE_LENGTH);
STORED_NONCE.writeUInt16LE(NONCE_LENGTH, 1);
STORED_NONCE.writeUInt16LE(~NONCE_LENGTH & 0xffff, 3);

/** Cuts a rendered document at every `placeholder`; that is where a nonce of `NONCE_LENGTH` goes. */
export function keepPage(html: string, placeholder: string): KeptPage {
  const pieces = html.split(placeholder);
  const plain = Buffer.from(pieces.join('\0'.repeat(NONCE_LENGTH)));
  const plainNonceAt: number[] = [];
  const packedNonceAt: number[] = [];
  const packed: Buffer[] = [GZIP_HEADER];
  let plainLength = 0;
  let packedLength = GZIP_HEADER.length;
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) {
      plainNonceAt.push(plainLength);
      plainLength += NONCE_LENGTH;
      packed.push(STORED_NONCE);
      packedLength += STORED_NONCE.length;
      packedNonceAt.push(packedLength - NONCE_LENGTH);
    }
    const end = plainLength + Buffer.byteLength(piece);
    // A full flush ends on a byte and forgets the window, so that pieces can be joined with others between.
    const finishFlush = index === pieces.length - 1 ? constants.Z_FINISH : constants.Z_FULL_FLUSH;
    const deflated = deflateRawSync(plain.subarray(plainLength, end), { level: 9, finishFlush });
    packed.push(deflated);
    plainLength = end;
    packedLength += deflated.length;
  }
  const trailer = Buffer.alloc(GZIP_TRAILER_LENGTH);
  trailer.writeUInt32LE(plainLength >>> 0, 4);
  const checksum = checksumWith(plain, plainNonceAt, NONCE_LENGTH);
  return pageOf({
    packed: Buffer.concat([...packed, trailer]),
    packedNonceAt,
    plainLength,
    plainNonceAt,
    checksum,
  });
}

/** What is kept of a page, by itself: a function made where the page was packed would keep what it was packed from. */
function pageOf(kept: {
  packed: Buffer;
  packedNonceAt: readonly number[];
  plainLength: number;
  plainNonceAt: readonly number[];
  checksum: (nonce: Uint8Array) => number;
}): KeptPage {
  const { packed, packedNonceAt, plainNonceAt, checksum } = kept;
  const trailerAt = packed.length - GZIP_TRAILER_LENGTH;
  // A little more than it takes, so that unpacking needs no second piece of memory.
  const chunkSize = kept.plainLength + 64;
  return {
    plain: {
      fresh: () => inflateRawSync(packed.subarray(GZIP_HEADER.length, trailerAt), { chunkSize }),
      nonceAt: plainNonceAt,
      seal: () => undefined,
      sent: [],
    },
    gzip: {
      fresh: () => Buffer.from(packed),
      nonceAt: packedNonceAt,
      seal: (bytes, nonce) => bytes.writeUInt32LE(checksum(nonce), trailerAt),
      sent: [],
    },
    bytes: packed.length,
  };
}

/** Of one sheet, no more bytes than this are held for the next responses, and of no more sheets than that. */
const MOST_SENT = 4;
const MOST_SHEETS = 4;
/** The sheets of which there are such bytes, those that came to have some longest ago first. */
const withSent = new Set<Sheet>();

/**
 * The sheet's bytes with this response's nonce. They are the caller's alone until it gives them back: bytes made
 * for each response would cost more time than sending them.
 */
export function fillIn(sheet: Sheet, nonce: string): Buffer {
  const word = Buffer.from(nonce, 'latin1');
  if (word.length !== NONCE_LENGTH) throw new Error(`a nonce has ${NONCE_LENGTH} characters`);
  const bytes = sheet.sent.pop() ?? sheet.fresh();
  for (const at of sheet.nonceAt) bytes.set(word, at);
  sheet.seal(bytes, word);
  return bytes;
}

/** Gives bytes back that have left the process altogether. The caller must not touch them again. */
export function giveBack(sheet: Sheet, bytes: Buffer): void {
  if (sheet.sent.length === MOST_SENT) return;
  sheet.sent.push(bytes);
  withSent.add(sheet);
  const [oldest] = withSent;
  if (withSent.size <= MOST_SHEETS || !oldest) return;
  withSent.delete(oldest);
  oldest.sent = [];
}

/** Room for kept pages, some three hundred of them. Past it the least recently used go. */
const MAXIMUM_BYTES = 8 * 1024 * 1024;
/** The oldest a kept page gets: 'open now' and 'next pickup' move with the clock. */
const MAXIMUM_AGE_MS = 30_000;

/** Pages rendered at the same time. Rendering keeps a core busy: more at once take as long and hold more memory. */
const AT_ONCE = 2;

/** The pages kept by this instance. */
export class KeptPages {
  readonly #turns = new Turns(AT_ONCE);
  readonly #pages = new LRUCache<string, KeptPage>({
    maxSize: MAXIMUM_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
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
    const rendering = this.#turns
      .take(render)
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
