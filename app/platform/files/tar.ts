/**
 * Writes and reads tar archives (POSIX ustar), streamed: files of a known size one after the other, which any `tar`
 * unpacks. A file has at most 8 GB.
 */
const BLOCK = 512;
const LONGEST_NAME = 100;

/** `content` has exactly `size` bytes. */
export type TarEntry = { name: string; size: number; content: AsyncIterable<Uint8Array> };

/** @throws Error when a file has another size than it said. */
export async function* tarBytes(entries: AsyncIterable<TarEntry>): AsyncGenerator<Uint8Array> {
  for await (const { name, size, content } of entries) {
    yield header(name, size);
    let written = 0;
    for await (const part of content) {
      written += part.length;
      yield part;
    }
    if (written !== size) throw new Error(`${name} changed while it was read`);
    yield Buffer.alloc(padding(size));
  }
  yield Buffer.alloc(2 * BLOCK);
}

const padding = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK;
const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;

function header(name: string, size: number): Buffer {
  const [prefix, short] = splitName(name);
  const head = Buffer.alloc(BLOCK);
  head.write(short, 0, 'utf8');
  head.write(octal(0o600, 8), 100);
  head.write(octal(0, 8), 108);
  head.write(octal(0, 8), 116);
  head.write(octal(size, 12), 124);
  head.write(octal(0, 12), 136);
  head.write('        ', 148);
  head.write('0', 156);
  head.write('ustar\x0000', 257);
  head.write(prefix, 345, 'utf8');
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${octal(sum, 7)} `, 148);
  return head;
}

/** A long name is split at a slash into a folder of at most 155 characters and the rest. */
function splitName(name: string): [prefix: string, short: string] {
  if (name.length <= LONGEST_NAME) return ['', name];
  const at = name.indexOf('/', name.length - LONGEST_NAME - 1);
  if (at < 1 || at > 155) throw new Error(`the name ${name} is too long for an archive`);
  return [name.slice(0, at), name.slice(at + 1)];
}

/**
 * The files of an archive that `tarBytes` wrote. Read each `content` before asking for the next.
 * @throws Error when the archive ends early.
 */
export async function* tarEntries(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const reader = new Reader(bytes);
  for (;;) {
    const head = await reader.exactly(BLOCK);
    if (head.every((byte) => byte === 0)) return;
    const text = (start: number, length: number) =>
      head.toString('utf8', start, start + length).replace(/\0.*$/s, '');
    const prefix = text(345, 155);
    const size = Number.parseInt(text(124, 12), 8);
    const left = { bytes: size };
    yield { name: `${prefix}${prefix && '/'}${text(0, 100)}`, size, content: reader.upTo(left) };
    // What the caller did not read.
    for await (const _ of reader.upTo(left));
    await reader.exactly(padding(size));
  }
}

class Reader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);
  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#source = bytes[Symbol.asyncIterator]();
  }
  async #more(): Promise<void> {
    const next = await this.#source.next();
    if (next.done) throw new Error('the archive ends early');
    this.#rest = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.length);
  }
  async exactly(length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.upTo({ bytes: length })) parts.push(part);
    return Buffer.concat(parts);
  }
  async *upTo(left: { bytes: number }): AsyncGenerator<Buffer> {
    while (left.bytes > 0) {
      if (this.#rest.length === 0) await this.#more();
      const part = this.#rest.subarray(0, left.bytes);
      this.#rest = this.#rest.subarray(part.length);
      left.bytes -= part.length;
      yield part;
    }
  }
}
