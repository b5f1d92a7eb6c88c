/** Writes and reads the parts of a backup: encrypted streams, stored in pieces so that no store needs to take a large file. */
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { StartError } from '#platform/env.ts';
import { EndlessAnswer, type FileStore } from '#platform/files/file-store.ts';
import {
  decryptStream,
  encryptStream,
  inPieces,
  openStreamKey,
  StreamError,
  type StreamKey,
} from '#platform/secrets/encrypted-stream.ts';
import { MANIFEST, type Manifest, manifestSchema, parseBackupName, type WrittenPart } from './backup.ts';

/** Bytes of a piece. A slow line stores one well within the minute that a bucket is given. */
const PIECE = 4 * 1024 * 1024;
/** Fast, and within a tenth of the size that more work would reach on rows. */
const GZIP = { level: 3 };

/** What was written is not what is there: a part is missing, altered, or belongs to another backup. */
export class DamagedBackup extends StartError {
  constructor(name: string, what: string, options?: ErrorOptions) {
    super(`The backup ${name} is damaged: ${what}. Take another one.`, options);
  }
}

const pieceKey = (name: string, part: string, piece: number) =>
  `${name}/${part}.${String(piece).padStart(4, '0')}`;

/** Encrypts and stores a part. */
export async function writePart(
  store: FileStore,
  key: StreamKey,
  name: string,
  part: string,
  plain: AsyncIterable<Uint8Array>,
): Promise<WrittenPart> {
  const written = { pieces: 0, bytes: 0 };
  for await (const piece of inPieces(encryptStream(key, part, plain), PIECE)) {
    written.pieces += 1;
    written.bytes += piece.length;
    await store.put(pieceKey(name, part, written.pieces), piece, 'application/octet-stream');
  }
  return written;
}

/** @throws DamagedBackup, which names the part */
export async function* readPart(
  store: FileStore,
  key: StreamKey,
  name: string,
  part: string,
  { pieces }: Pick<WrittenPart, 'pieces'>,
): AsyncGenerator<Buffer> {
  try {
    yield* decryptStream(key, part, piecesOf(store, name, part, pieces));
  } catch (cause) {
    if (!(cause instanceof StreamError)) throw cause;
    const what = cause.kind === 'foreign' ? 'is of another backup' : 'was altered or cut off';
    throw new DamagedBackup(name, `${part} ${what}`, { cause });
  }
}

async function* piecesOf(
  store: FileStore,
  name: string,
  part: string,
  pieces: number,
): AsyncGenerator<Uint8Array> {
  for (let piece = 1; piece <= pieces; piece++) {
    const found = await store.get(pieceKey(name, part, piece));
    if (!found) throw new DamagedBackup(name, `${part}, piece ${piece} of ${pieces}, is missing`);
    for await (const bytes of found.body) yield bytes;
  }
}

const ignore = () => undefined;

export function gzipped(plain: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  // Errors of either side reach the reader of the result.
  return pipeline(Readable.from(plain), createGzip(GZIP), ignore);
}
export function gunzipped(packed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return pipeline(Readable.from(packed), createGunzip(), ignore);
}

/** The bytes of a short stream. */
export async function whole(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

/** Encrypts a value as one stream. */
export async function sealJson(key: StreamKey, part: string, value: unknown): Promise<Buffer> {
  async function* json() {
    yield Buffer.from(JSON.stringify(value));
  }
  return whole(encryptStream(key, part, json()));
}

/** @throws StreamError for another passphrase, and for bytes that were not written as this part */
export async function openJson(
  passphrase: string,
  part: string,
  bytes: Buffer,
): Promise<{ value: unknown; key: StreamKey }> {
  const key = await openStreamKey(passphrase, bytes);
  async function* sealed() {
    yield bytes;
  }
  const plain = await whole(decryptStream(key, part, sealed()));
  return { value: JSON.parse(plain.toString()), key };
}

export async function writeManifest(
  store: FileStore,
  key: StreamKey,
  manifest: Manifest,
): Promise<WrittenPart> {
  const bytes = await sealJson(key, MANIFEST, manifest);
  await store.put(`${manifest.name}/${MANIFEST}`, bytes, 'application/octet-stream');
  return { pieces: 1, bytes: bytes.length };
}

/** @throws StartError, in one sentence, when there is no such backup, for another passphrase, and for a damaged one. */
export async function readManifest(
  store: FileStore,
  name: string,
  passphrase: string,
): Promise<{ manifest: Manifest; key: StreamKey }> {
  const found = parseBackupName(name) && (await store.get(`${name}/${MANIFEST}`));
  if (!found) throw new StartError(`There is no backup ${name} here; npm run restore lists them.`);
  const bytes = Buffer.from(await new Response(found.body).arrayBuffer());
  return inWords(name, async () => {
    const { value, key } = await openJson(passphrase, MANIFEST, bytes);
    const parsed = manifestSchema.safeParse(value);
    if (!parsed.success)
      throw new StartError(`The backup ${name} has a newer format: install the newer Farmgate that made it.`);
    return { manifest: parsed.data, key };
  });
}

/** Runs the work, and turns failures of reading a backup into a sentence for the operator. */
export async function inWords<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StreamError)) throw error;
    if (error.kind === 'passphrase')
      throw new StartError(`The passphrase is not the one that the backup ${name} was made with.`, {
        cause: error,
      });
    throw new DamagedBackup(name, 'its manifest was altered or cut off', { cause: error });
  }
}

/** Names of backups in one place. */
const MOST_BACKUPS = 10_000;

/** Every backup in a place, by name, and whether it is complete. @throws EndlessAnswer for more names than there can be */
export async function listBackups(store: FileStore): Promise<Map<string, { isComplete: boolean }>> {
  const found = new Map<string, { isComplete: boolean }>();
  for await (const page of store.list('')) {
    for (const { key } of page) {
      const name = key.split('/', 1)[0] ?? '';
      if (!parseBackupName(name)) continue;
      const isComplete = key === `${name}/${MANIFEST}` || found.get(name)?.isComplete === true;
      found.set(name, { isComplete });
      if (found.size > MOST_BACKUPS) throw new EndlessAnswer('files');
    }
  }
  return found;
}

/** Deletes a backup, its manifest first: from then on it is none. */
export async function removeBackup(store: FileStore, name: string): Promise<void> {
  await store.remove(`${name}/${MANIFEST}`);
  for await (const page of store.list(`${name}/`)) for (const { key } of page) await store.remove(key);
}
