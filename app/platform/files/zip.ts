/**
 * Streams a ZIP of any size, generated while it is read:
 *
 *     return zipResponse('your-data.zip', filesOf(actor)); // an async generator
 *
 * Reads files only as fast as the browser takes them, and closes the generator when the browser disconnects. zlib
 * compresses outside the event loop. The archive may have any size and any number of files (ZIP64); one file in it has at
 * most 4 GB, and more fails the whole.
 */
import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { attachment } from '../csv/csv.ts';

export type ZipEntry = {
  /** The path within the archive; ours, never text from a client. */
  name: string;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Already compressed, like pictures: compressing it again would gain nothing. */
  isPacked?: boolean;
};

/** The archive as a download. */
export function zipResponse(fileName: string, entries: AsyncIterable<ZipEntry>): Response {
  // Reads one part ahead; later parts are read when needed.
  const source = Readable.from(zipBytes(entries), { highWaterMark: 1 });
  return new Response(Readable.toWeb(source) as ReadableStream<Uint8Array>, {
    headers: zipHeaders(fileName),
  });
}

export function zipHeaders(fileName: string): Record<string, string> {
  return {
    'Content-Type': 'application/zip',
    'Content-Disposition': attachment(fileName),
    'Cache-Control': 'no-store',
  };
}

/** The largest number of four bytes: in the directory it means that a ZIP64 field has the value. */
const MOST_32 = 0xffff_ffff;
const MOST_16 = 0xffff;
const NORMAL = 20;
const ZIP64 = 45;
/** Sizes follow the content, because they are known only then; names are UTF-8. */
const FLAGS = 0x0008 | 0x0800;
const DEFLATED = 8;

type Written = { name: Buffer; method: number; crc: number; packed: number; size: number; at: number };

/** Fails, without an end that programs would accept, when a file's content fails. */
export async function* zipBytes(
  entries: AsyncIterable<ZipEntry>,
  now = new Date(),
): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { name, content, isPacked } of entries) {
    const file = { name: Buffer.from(name), method: isPacked ? 0 : DEFLATED, crc: 0, packed: 0, size: 0 };
    const at = offset;
    const head = localHeader(file, now);
    offset += head.length;
    yield head;
    const plain = inLargeParts(content, (part) => {
      file.crc = crc32(part, file.crc);
      file.size += part.length;
    });
    for await (const part of isPacked ? plain : deflated(plain)) {
      file.packed += part.length;
      offset += part.length;
      if (Math.max(file.size, file.packed) >= MOST_32) throw new Error(`${name} is too large for one file`);
      yield part;
    }
    const after = sizes(file);
    offset += after.length;
    yield after;
    written.push({ ...file, at });
  }
  const directory = Buffer.concat(written.map((file) => directoryEntry(file, now)));
  yield directory;
  yield endOf(written.length, directory.length, offset);
}

/** Parts of at least this many bytes: each one costs zlib a task. */
const PART = 64 * 1024;

async function* inLargeParts(
  content: ZipEntry['content'],
  note: (part: Buffer) => void,
): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let size = 0;
  const whole = () => {
    const part = Buffer.concat(parts);
    note(part);
    [parts, size] = [[], 0];
    return part;
  };
  for await (const part of content) {
    parts.push(part);
    size += part.length;
    if (size >= PART) yield whole();
  }
  if (size > 0) yield whole();
}

function deflated(plain: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const source = Readable.from(plain, { highWaterMark: 1 });
  const target = createDeflateRaw();
  // Whichever ends first ends the other.
  source.on('error', (error) => target.destroy(error));
  target.on('close', () => source.destroy());
  // The content may fail before anyone reads: the reader gets the error then, and it must not end the process.
  target.on('error', () => undefined);
  return source.pipe(target);
}

function localHeader({ name, method }: Pick<Written, 'name' | 'method'>, now: Date): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(NORMAL, 4);
  head.writeUInt16LE(FLAGS, 6);
  head.writeUInt16LE(method, 8);
  head.writeUInt32LE(dosTime(now), 10);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function sizes({ crc, packed, size }: Pick<Written, 'crc' | 'packed' | 'size'>): Buffer {
  const after = Buffer.alloc(16);
  after.writeUInt32LE(0x08074b50, 0);
  after.writeUInt32LE(crc, 4);
  after.writeUInt32LE(packed, 8);
  after.writeUInt32LE(size, 12);
  return after;
}

function directoryEntry({ name, method, crc, packed, size, at }: Written, now: Date): Buffer {
  const isFar = at >= MOST_32;
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(isFar ? ZIP64 : NORMAL, 4);
  entry.writeUInt16LE(isFar ? ZIP64 : NORMAL, 6);
  entry.writeUInt16LE(FLAGS, 8);
  entry.writeUInt16LE(method, 10);
  entry.writeUInt32LE(dosTime(now), 12);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(packed, 20);
  entry.writeUInt32LE(size, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt16LE(isFar ? 12 : 0, 30);
  entry.writeUInt32LE(isFar ? MOST_32 : at, 42);
  return Buffer.concat(isFar ? [entry, name, farOffset(at)] : [entry, name]);
}

function farOffset(at: number): Buffer {
  const extra = Buffer.alloc(12);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8, 2);
  extra.writeBigUInt64LE(BigInt(at), 4);
  return extra;
}

/** The end of the directory; before it, its ZIP64 version where a number does not fit. */
function endOf(count: number, size: number, at: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, MOST_16), 8);
  end.writeUInt16LE(Math.min(count, MOST_16), 10);
  end.writeUInt32LE(Math.min(size, MOST_32), 12);
  end.writeUInt32LE(Math.min(at, MOST_32), 16);
  if (count < MOST_16 && size < MOST_32 && at < MOST_32) return end;
  const far = Buffer.alloc(56 + 20);
  far.writeUInt32LE(0x06064b50, 0);
  far.writeBigUInt64LE(44n, 4);
  far.writeUInt16LE(ZIP64, 12);
  far.writeUInt16LE(ZIP64, 14);
  far.writeBigUInt64LE(BigInt(count), 24);
  far.writeBigUInt64LE(BigInt(count), 32);
  far.writeBigUInt64LE(BigInt(size), 40);
  far.writeBigUInt64LE(BigInt(at), 48);
  far.writeUInt32LE(0x07064b50, 56);
  far.writeBigUInt64LE(BigInt(at + size), 64);
  far.writeUInt32LE(1, 72);
  return Buffer.concat([far, end]);
}

/** The moment as ZIP stores it: this machine's date and time, to two seconds. */
function dosTime(now: Date): number {
  const date = ((now.getFullYear() - 1980) << 9) | ((now.getMonth() + 1) << 5) | now.getDate();
  const time = (now.getHours() << 11) | (now.getMinutes() << 5) | (now.getSeconds() >> 1);
  return ((date << 16) | time) >>> 0;
}
