/**
 * One root secret, from FARMGATE_SECRET or kept 0600 in the data folder, and the keys derived from it:
 * a key per purpose, so that no use of one weakens another.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../env.ts';
import { singleton } from '../singleton.ts';

const rootSecret = singleton<string>('secrets');

/** As FARMGATE_SECRET has, at the least; ours has more. */
const MINIMUM_LENGTH = 32;

/**
 * Loads the root secret, making and storing one at the first start when none is given.
 * @throws StartError when there is a file that cannot be read or holds no secret: what was encrypted with the
 * real one could never be opened again, and an empty one anybody could guess.
 */
export function openSecrets(options: { given?: string | undefined; dataFolder: string }): void {
  derived.clear();
  rootSecret.set(options.given ?? storedSecret(options.dataFolder));
}

function storedSecret(dataFolder: string): string {
  const file = join(dataFolder, 'secret');
  const stored = existsSync(file) ? readStored(file) : makeSecret(file);
  if (stored.length < MINIMUM_LENGTH) {
    throw new StartError(
      `${file} holds no secret; put it back from a backup, or, in a shop without data, delete it and start again.`,
    );
  }
  return stored;
}

function readStored(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new StartError(`${file} cannot be read by this user; allow it and start again.`);
  }
}

/** Written beside and renamed, so that a full disk or a crash leaves no file rather than half of one. */
function makeSecret(file: string): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const made = randomBytes(48).toString('base64url');
  const partial = `${file}.${process.pid}.partial`;
  writeFileSync(partial, made, { mode: 0o600, flush: true });
  renameSync(partial, file);
  return made;
}

/** By purpose: every request asks for the same few. */
const derived = new Map<string, Buffer>();

/** A 32-byte key for one purpose, of a fixed few. Nobody writes into it. */
export function keyFor(purpose: string): Buffer {
  const known = derived.get(purpose);
  if (known) return known;
  const key = Buffer.from(hkdfSync('sha256', rootSecret.demand(), 'farmgate', purpose, 32));
  derived.set(purpose, key);
  return key;
}

/** Encrypts a field (AES-256-GCM, random nonce); `context` binds it to its row, so it cannot be moved to another. */
export function encrypt(plain: string, context: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyFor('field'), nonce);
  cipher.setAAD(Buffer.from(context));
  const encrypted = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')}`;
}

/** Decrypts what `encrypt` made. Throws when it was altered or belongs to another context. */
export function decrypt(encrypted: string, context: string): string {
  const bytes = Buffer.from(encrypted.slice('v1.'.length), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyFor('field'), bytes.subarray(0, 12));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

/** A keyed hash: equal inputs can be found again, the input cannot be guessed without the key. */
export function keyedHash(plain: string, purpose: string): string {
  return createHmac('sha256', keyFor(`hash:${purpose}`))
    .update(plain)
    .digest('base64url');
}
