/**
 * Loads the root secret, from FARMGATE_SECRET or a file with mode 0600 in the data folder, and derives keys from it:
 * one per purpose, so that no use of one weakens another.
 */
import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHmac,
  type ECDH,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../env.ts';
import { singleton } from '../singleton.ts';

const rootSecret = singleton<string>('secrets');

/** The minimum for FARMGATE_SECRET; generated secrets are longer. */
const MINIMUM_LENGTH = 32;

/**
 * Loads the root secret; if none is given, the first start generates and saves one.
 * @throws StartError when the file exists but cannot be read or contains no secret: data encrypted with the real one
 * could never be decrypted again, and anyone could guess an empty one.
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

/**
 * Writes to a temporary file and renames it, so that a full disk or a crash leaves no file rather than a partial one.
 */
function makeSecret(file: string): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const made = randomBytes(48).toString('base64url');
  const partial = `${file}.${process.pid}.partial`;
  writeFileSync(partial, made, { mode: 0o600, flush: true });
  renameSync(partial, file);
  return made;
}

/** A cache by purpose: every request needs the same few. */
const derived = new Map<string, Buffer>();

/** A 32-byte key for one of a few fixed purposes. Callers must not modify it. */
export function keyFor(purpose: string): Buffer {
  const known = derived.get(purpose);
  if (known) return known;
  const key = Buffer.from(hkdfSync('sha256', rootSecret.demand(), 'farmgate', purpose, 32));
  derived.set(purpose, key);
  return key;
}

/** A key pair on the curve P-256 for one of a few fixed purposes: every instance has the same, also after a restart. */
export function keyPairFor(purpose: string): ECDH {
  const pair = createECDH('prime256v1');
  for (let number = 0; ; number++) {
    try {
      pair.setPrivateKey(keyFor(`${purpose}:${number}`));
      return pair;
    } catch {
      // One number in four billion is not valid on the curve.
    }
  }
}

/** Encrypts a field (AES-256-GCM, random nonce); `context` binds it to its row, so it cannot be moved to another. */
export function encrypt(plain: string, context: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyFor('field'), nonce);
  cipher.setAAD(Buffer.from(context));
  const encrypted = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')}`;
}

/** Decrypts the output of `encrypt`. Throws if it was altered or belongs to another context. */
export function decrypt(encrypted: string, context: string): string {
  const bytes = Buffer.from(encrypted.slice('v1.'.length), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyFor('field'), bytes.subarray(0, 12));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

/** A keyed hash: equal inputs give equal hashes, and no one can guess the input without the key. */
export function keyedHash(plain: string, purpose: string): string {
  return createHmac('sha256', keyFor(`hash:${purpose}`))
    .update(plain)
    .digest('base64url');
}
