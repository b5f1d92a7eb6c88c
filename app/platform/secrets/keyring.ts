/**
 * Encrypts data that must be unreadable to anyone who obtains the database or the file store: photos of licenses,
 * license numbers. AES-256-GCM with a key that has an ID; the ciphertext contains the ID, so that keys can be rotated
 * while older ones still decrypt their data (docs/operations.md, Secrets).
 *
 * The keys are in a file that the operator names (`ENCRYPTION_KEY_FILE`), preferably on another disk than the data: one
 * `id key` per line, and the last line encrypts. Without such a file there is one key, `root`, derived from the root
 * secret; it still decrypts its data after a file is added.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from '../env.ts';
import { singleton } from '../singleton.ts';
import { keyFor } from './secrets.ts';

type Keys = { current: string; byId: ReadonlyMap<string, Buffer> };
type Keyring = { path: string; readAt: string; keys: Keys };

const ROOT = 'root';
const MAGIC = Buffer.from('FGK1');
const NONCE = 12;
const TAG = 16;
const fileKeys = singleton<Keyring>('keyring');

/**
 * Sets the key file; null uses the key derived from the root secret.
 * @throws StartError when the file cannot be read or contains no key: the data it encrypted could not be decrypted
 * again.
 */
export function openKeyring(path: string | null): void {
  fileKeys.set(path === null ? null : { path, readAt: versionOf(path), keys: readKeys(path) });
}

/** The ID of the current encryption key. */
export function currentKeyId(): string {
  return keysNow()?.current ?? ROOT;
}

/** Encrypts; `context` binds the data to its place, so that it cannot be moved to another. */
export function encryptBytes(plain: Uint8Array, context: string): Buffer {
  const id = currentKeyId();
  const head = Buffer.concat([MAGIC, Buffer.from([id.length]), Buffer.from(id)]);
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', keyOf(id), nonce);
  cipher.setAAD(Buffer.concat([head, Buffer.from(context)]));
  return Buffer.concat([head, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts the output of `encryptBytes`. Throws if it was altered, belongs elsewhere, or its key is missing. */
export function decryptBytes(encrypted: Uint8Array, context: string): Buffer {
  const bytes = Buffer.from(encrypted);
  const id = keyIdOf(bytes);
  const body = MAGIC.length + 1 + id.length;
  const decipher = createDecipheriv('aes-256-gcm', keyOf(id), bytes.subarray(body, body + NONCE));
  decipher.setAAD(Buffer.concat([bytes.subarray(0, body), Buffer.from(context)]));
  decipher.setAuthTag(bytes.subarray(-TAG));
  return Buffer.concat([decipher.update(bytes.subarray(body + NONCE, -TAG)), decipher.final()]);
}

/** The ID of the key that encrypted this. */
export function keyIdOf(encrypted: Uint8Array): string {
  const bytes = Buffer.from(encrypted);
  const length = bytes[MAGIC.length] ?? 0;
  const start = MAGIC.length + 1;
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC) || bytes.length < start + length + NONCE + TAG)
    throw new Error('this was not encrypted by the keyring');
  return bytes.toString('latin1', start, start + length);
}

/** Adds a new key to the file, creating the file if needed; it encrypts from then on. Returns its ID. */
export function addKey(path: string): string {
  const before = existsSync(path) ? readFileSync(path, 'utf8').trimEnd() : '';
  const id = `k${new Date().toISOString().slice(0, 10).replaceAll('-', '')}-${randomBytes(3).toString('hex')}`;
  const text = `${before}${before === '' ? '' : '\n'}${id} ${randomBytes(32).toString('base64url')}\n`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Writes to a temporary file and renames it, so that a crash leaves the existing keys intact.
  const partial = `${path}.${process.pid}.partial`;
  writeFileSync(partial, text, { mode: 0o600, flush: true });
  renameSync(partial, path);
  openKeyring(path);
  return id;
}

/** The ids of the keys in the file, each with a hash by which another copy of the key is recognized. */
export function keyFingerprints(): { id: string; hash: string }[] {
  return [...(keysNow()?.byId ?? [])].map(([id, key]) => ({
    id,
    hash: createHmac('sha256', key).update('fingerprint').digest('base64url'),
  }));
}

function keyOf(id: string): Buffer {
  if (id === ROOT) return keyFor('keyring');
  const key = keysNow()?.byId.get(id);
  if (!key) throw new Error(`the key ${JSON.stringify(id)} is not in the file of keys`);
  return key;
}

/** Rereads the file if another process has added a key. */
function keysNow(): Keys | null {
  const open = fileKeys.get();
  if (!open) return null;
  const version = versionOf(open.path);
  if (version === open.readAt) return open.keys;
  openKeyring(open.path);
  return fileKeys.get()?.keys ?? null;
}

function versionOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : '';
}

function readKeys(path: string): Keys {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new StartError(
      `ENCRYPTION_KEY_FILE ${path} cannot be read; put it back, or make the first key: npm run rotate-keys`,
    );
  }
  const byId = new Map<string, Buffer>();
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const [id = '', encoded = ''] = line.split(/\s+/);
    const key = Buffer.from(encoded, 'base64url');
    if (!/^[\w-]{1,40}$/.test(id) || id === ROOT || key.length !== 32 || byId.has(id))
      throw new StartError(`${path} has a line that is no key; each is an id and 32 bytes in base64url.`);
    byId.set(id, key);
  }
  const current = [...byId.keys()].at(-1);
  if (current === undefined) throw new StartError(`${path} holds no key; put it back from a backup.`);
  return { current, byId };
}
