/**
 * Pages for guests, kept rendered. Such a page depends on its URL, on the state of the catalogue and on a
 * few bits of the visitor (age affirmed, which warning is due), so it is rendered once and dropped when the
 * database announces a change. Only the CSP nonce differs per response; it is put in as the bytes leave.
 */
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { type Result, succeed } from '#kernel/result.ts';
import { Gate } from './gate.ts';
import { checksumWith } from './gzip-checksum.ts';

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
export type CachedPage = { plain: Sheet; gzip: Sheet; bytes: number };

const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff]);
/** Checksum and length. */
const GZIP_TRAILER_LENGTH = 8;
/** A stored block of one nonce (RFC 1951, 3.2.4): not the last, its length and the length's complement. */
const STORED_NONCE = Buffer.alloc(5 + NONCE_LENGTH);
STORED_NONCE.writeUInt16LE(NONCE_LENGTH, 1);
STORED_NONCE.writeUInt16LE(~NONCE_LENGTH & 0xffff, 3);

/** Cuts a rendered document at every `placeholder`; that is where a nonce of `NONCE_LENGTH` goes. */
export function cachePage(html: string, placeholder: string): CachedPage {
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
}): CachedPage {
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

/** Room for cached pages, some three hundred of them. Past it the least recently used go. */
const MAXIMUM_BYTES = 8 * 1024 * 1024;
/** The same for pages that can be asked for without end (words, ranges), so that they push no shelf out. */
const MAXIMUM_ENDLESS_BYTES = 2 * 1024 * 1024;
const MOST_PAGES = 2000;
/** The oldest a cached page gets: 'open now' and 'next pickup' move with the clock. */
const MAXIMUM_AGE_MS = 30_000;

/** Rendering keeps a core busy: more than two pages at once take as long and hold more memory. */
const RENDERING = { atOnce: 2, waiting: 40, patienceMs: 2000 };

/** What a page is kept under, and whether there is no end to such pages. */
export type PageKey = { key: string; isEndless: boolean };

/** A page, and what it was rendered from: another generation of the catalogue's state, or a moment too long ago. */
type Entry = { page: CachedPage; generation: number; renderedAt: number };

/** How often it is tried whether pages can be rendered again. */
const TRY_AGAIN_MS = 1000;

function store(maxSize: number): LRUCache<string, Entry> {
  return new LRUCache({
    max: MOST_PAGES,
    maxSize,
    sizeCalculation: ({ page }) => page.bytes,
  });
}

/**
 * The pages kept by this instance. A page that is out of date stays, out of sight, until a newer one takes its
 * place: while the database is away it is better than none, and nothing can be bought by it then.
 */
export class PageCache {
  readonly #gate = new Gate(RENDERING);
  readonly #pages = store(MAXIMUM_BYTES);
  readonly #endless = store(MAXIMUM_ENDLESS_BYTES);
  readonly #rendering = new Map<string, Promise<Result<CachedPage | null, 'busy'>>>();
  #generation = 0;
  /** Whether pages cannot be rendered, and when to try next. */
  #away = false;
  #tryAt = 0;

  /** The cached page, if there is one: the path that must be fast. Now and then none while away, so that it is tried. */
  get(wanted: PageKey): CachedPage | undefined {
    const entry = this.#storeOf(wanted).get(wanted.key);
    if (entry === undefined) return undefined;
    if (entry.generation === this.#generation && Date.now() - entry.renderedAt < MAXIMUM_AGE_MS)
      return entry.page;
    return this.#away && !this.#isTimeToTry() ? entry.page : undefined;
  }

  /** Outdates everything; a page whose rendering began before is shown but not kept. */
  dropAll(): void {
    this.#generation += 1;
    this.#rendering.clear();
  }

  /** The database is away: what is kept is served on, out of date or not, because nothing newer can be made. */
  databaseLost(): void {
    this.#away = true;
  }

  /** The database is back, and what was announced meanwhile was missed. */
  databaseReturned(): void {
    this.#away = false;
    this.dropAll();
  }

  /**
   * Renders once however many ask at the same time; `render` gives null for what must not be kept (an error,
   * a redirect), and each of those who asked then goes the long way. 'away' stands for a page that cannot be made
   * just now: then the last one made is given, if there is one. Refused: 'busy', when too many others wait.
   */
  render(
    wanted: PageKey,
    render: () => Promise<CachedPage | null | 'away'>,
  ): Promise<Result<CachedPage | null, 'busy'>> {
    const { key } = wanted;
    const underWay = this.#rendering.get(key);
    if (underWay) return underWay;
    const generation = this.#generation;
    const rendering = this.#gate
      .pass(
        // Whoever waited behind a page that could not be made does not try it over again.
        async () => (this.#away && !this.#isTimeToTry() ? ('away' as const) : render()),
        // Pages without end come second: whoever makes up words keeps nobody from the menu when it is out of date.
        { line: wanted.isEndless ? 'second' : 'first' },
      )
      .then((outcome): Result<CachedPage | null, 'busy'> => {
        if (!outcome.ok) return outcome;
        const page = outcome.value;
        if (page === 'away') {
          this.#away = true;
          return succeed(this.#storeOf(wanted).get(key)?.page ?? null);
        }
        if (page) {
          this.#away = false;
          if (generation === this.#generation)
            this.#storeOf(wanted).set(key, { page, generation, renderedAt: Date.now() });
        }
        return succeed(page);
      })
      .finally(() => {
        if (this.#rendering.get(key) === rendering) this.#rendering.delete(key);
      });
    this.#rendering.set(key, rendering);
    return rendering;
  }

  #storeOf({ isEndless }: PageKey): LRUCache<string, Entry> {
    return isEndless ? this.#endless : this.#pages;
  }

  /** True once in a while, for one request: whoever tries may wait for as long as the database keeps silent. */
  #isTimeToTry(): boolean {
    const now = Date.now();
    if (now < this.#tryAt) return false;
    this.#tryAt = now + TRY_AGAIN_MS;
    return true;
  }
}
