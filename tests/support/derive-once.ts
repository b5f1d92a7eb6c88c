/**
 * Derives a backup's key from the same passphrase and salt once in a test process: each time takes half a second of a core
 * and 128 MB. What is derived stays the same, and another passphrase or salt is derived anew.
 *
 * A set-up file, because `encrypted-stream.ts` must import what this leaves behind.
 */
import crypto, { type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

type Derived = (error: Error | null, key: Buffer) => void;
type Derive = (
  password: crypto.BinaryLike,
  salt: crypto.BinaryLike,
  length: number,
  options: ScryptOptions,
  derived: Derived,
) => void;

const derive: Derive = crypto.scrypt;
const known = new Map<string, Buffer>();

const deriveOnce: Derive = (password, salt, length, options, derived) => {
  const { N, r, p } = options;
  const name = JSON.stringify([password, Buffer.from(salt as Uint8Array).toString('hex'), length, N, r, p]);
  const key = known.get(name);
  if (key) return void setImmediate(derived, null, Buffer.from(key));
  derive(password, salt, length, options, (error, made) => {
    if (!error) known.set(name, Buffer.from(made));
    derived(error, made);
  });
};

// This file runs before each test file, and a process runs several.
if (crypto.scrypt.name !== deriveOnce.name) {
  crypto.scrypt = deriveOnce as typeof crypto.scrypt;
  syncBuiltinESMExports();
}
