/**
 * Encrypts a stream of any length with a passphrase, in chunks, so that memory stays flat and nothing unverified is ever
 * returned. The bytes are described in docs/backup-format.md: change both together, and never the meaning of a version.
 *
 * Each chunk is sealed with its number and with whether it is the last one (the STREAM construction), so a stream that
 * was cut off, or whose chunks were exchanged, does not decrypt. The name of the stream is part of its key, so two
 * streams cannot take each other's place.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

const MAGIC = Buffer.from('FGB1');
/** scrypt's cost: 2^17 rounds of 1 kB take 128 MB and half a second, once for each backup. */
const COST = { logN: 17, r: 8, p: 1 } as const;
/** A stream that asks for more was not written by us. */
const HIGHEST_LOG_N = 20;
const SALT = 16;
const CHECK = 8;
const HEADER = MAGIC.length + 4 + SALT + CHECK + SALT;
/** Bytes of a chunk before encryption; only the last one is shorter. */
const CHUNK = 64 * 1024;
const TAG = 16;

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** A key that a passphrase opened. One for each backup: its salt is in every stream of the backup. */
export type StreamKey = { readonly salt: Buffer; readonly key: Buffer };

/** Expected failures of reading: the passphrase, or bytes that are not what was written. */
export class StreamError extends Error {
  override name = 'StreamError';
  readonly kind: 'passphrase' | 'damaged' | 'foreign';
  constructor(kind: StreamError['kind']) {
    super(`an encrypted stream cannot be read: ${kind}`);
    this.kind = kind;
  }
}

/** A key for new streams, with a salt of its own. */
export function newStreamKey(passphrase: string): Promise<StreamKey> {
  return keyFrom(passphrase, randomBytes(SALT), COST.logN);
}

async function keyFrom(passphrase: string, salt: Buffer, logN: number): Promise<StreamKey> {
  const N = 2 ** logN;
  const options = { N, r: COST.r, p: COST.p, maxmem: 256 * N * COST.r };
  return { salt, key: await derive(passphrase.normalize('NFC'), salt, 32, options) };
}

/** The key of the streams that start like this one. @throws StreamError for another passphrase. */
export async function openStreamKey(passphrase: string, start: Uint8Array): Promise<StreamKey> {
  const header = parseHeader(start);
  const opened = await keyFrom(passphrase, header.salt, header.logN);
  if (!checkOf(opened).equals(header.check)) throw new StreamError('passphrase');
  return opened;
}

/** Tells a wrong passphrase from damage. */
const checkOf = ({ key }: StreamKey): Buffer =>
  createHmac('sha256', key).update('farmgate backup: check').digest().subarray(0, CHECK);

function cipherKey({ key }: StreamKey, salt: Buffer, name: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `farmgate backup: ${name}`, 32));
}

/** The number of the chunk and whether it is the last. */
function nonceOf(counter: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(counter, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** @throws what `plain` throws; the stream then has no end, and does not decrypt. */
export async function* encryptStream(
  key: StreamKey,
  name: string,
  plain: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT);
  const own = cipherKey(key, salt, name);
  const seal = (chunk: Uint8Array, counter: number, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', own, nonceOf(counter, isLast));
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  };
  yield Buffer.concat([MAGIC, Buffer.from([COST.logN, COST.r, COST.p, 0]), key.salt, checkOf(key), salt]);
  let counter = 0;
  // A chunk is sealed when it is known whether another follows.
  let waiting: Buffer | null = null;
  for await (const chunk of inPieces(plain, CHUNK)) {
    if (waiting) yield seal(waiting, counter++, false);
    waiting = chunk;
  }
  yield seal(waiting ?? Buffer.alloc(0), counter, true);
}

/**
 * @throws StreamError when the stream was cut off, altered, is another one than `name`, or belongs to another backup
 * than the key; what was returned until then is as it was written.
 */
export async function* decryptStream(
  key: StreamKey,
  name: string,
  sealed: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  let own: Buffer | null = null;
  const open = (chunk: Buffer, counter: number, isLast: boolean) => {
    if (!own || chunk.length < TAG) throw new StreamError('damaged');
    const decipher = createDecipheriv('aes-256-gcm', own, nonceOf(counter, isLast));
    decipher.setAuthTag(chunk.subarray(-TAG));
    try {
      return Buffer.concat([decipher.update(chunk.subarray(0, -TAG)), decipher.final()]);
    } catch {
      throw new StreamError('damaged');
    }
  };
  let counter = 0;
  let waiting: Buffer | null = null;
  for await (const piece of inPieces(sealed, CHUNK + TAG, HEADER)) {
    if (!own) {
      const header = parseHeader(piece);
      if (!header.salt.equals(key.salt)) throw new StreamError('foreign');
      own = cipherKey(key, header.streamSalt, name);
      continue;
    }
    if (waiting) yield open(waiting, counter++, false);
    waiting = piece;
  }
  if (!waiting) throw new StreamError('damaged');
  yield open(waiting, counter, true);
}

type Header = { logN: number; salt: Buffer; check: Buffer; streamSalt: Buffer };

function parseHeader(start: Uint8Array): Header {
  const bytes = Buffer.from(start);
  const [logN = 0, r, p] = bytes.subarray(MAGIC.length);
  const isOurs = bytes.length >= HEADER && bytes.subarray(0, MAGIC.length).equals(MAGIC);
  if (!isOurs || logN < 10 || logN > HIGHEST_LOG_N || r !== COST.r || p !== COST.p)
    throw new StreamError('damaged');
  const at = MAGIC.length + 4;
  return {
    logN,
    salt: bytes.subarray(at, at + SALT),
    check: bytes.subarray(at + SALT, at + SALT + CHECK),
    streamSalt: bytes.subarray(at + SALT + CHECK, HEADER),
  };
}

/**
 * The same bytes in pieces of this size; only the last one is shorter, and none is empty.
 * @param first of the first piece, if it differs
 */
export async function* inPieces(
  bytes: AsyncIterable<Uint8Array>,
  size: number,
  first = size,
): AsyncGenerator<Buffer> {
  let wanted = first;
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (let part of bytes) {
    while (length + part.length >= wanted) {
      const rest = wanted - length;
      const piece = Buffer.concat([...parts, part.subarray(0, rest)]);
      part = part.subarray(rest);
      [parts, length, wanted] = [[], 0, size];
      yield piece;
    }
    if (part.length > 0) {
      parts.push(part);
      length += part.length;
    }
  }
  if (length > 0) yield Buffer.concat(parts);
}
