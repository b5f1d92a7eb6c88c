import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartError } from '../env.ts';
import { decrypt, encrypt, keyedHash, keyFor, openSecrets } from './secrets.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'farmgate-secrets-'));
  openSecrets({ dataFolder: folder });
});
afterEach(() => rmSync(folder, { recursive: true }));

test('encrypted data is unreadable, decrypts whole, and never looks the same twice', () => {
  const encrypted = encrypt('NY 123 456 789', 'license:robin');
  expect(encrypted).not.toContain('123');
  expect(encrypt('NY 123 456 789', 'license:robin')).not.toBe(encrypted);
  expect(decrypt(encrypted, 'license:robin')).toBe('NY 123 456 789');
});

test('data encrypted for one row decrypts in no other, nor after a change', () => {
  const encrypted = encrypt('NY 123 456 789', 'license:robin');
  expect(() => decrypt(encrypted, 'license:kim')).toThrow();
  const last = encrypted.at(-1) === 'A' ? 'B' : 'A';
  expect(() => decrypt(encrypted.slice(0, -1) + last, 'license:robin')).toThrow();
});

test('the secret is created once, readable only by its owner, and found again', () => {
  const key = keyFor('auth');
  expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
  openSecrets({ dataFolder: folder });
  expect(keyFor('auth').equals(key)).toBe(true);
  expect(keyFor('field').equals(key)).toBe(false);
});

test('a file without a secret, as after a full disk, stops the start and is neither used nor replaced', () => {
  const file = join(folder, 'secret');
  for (const content of ['', '\n', 'half of a sec']) {
    writeFileSync(file, content);
    expect(() => openSecrets({ dataFolder: folder })).toThrow(StartError);
  }
  expect(() => openSecrets({ dataFolder: folder })).toThrow(`${file} holds no secret`);
  expect(statSync(file).size).toBe('half of a sec'.length);
});

test.skipIf(process.getuid?.() === 0)('a file that cannot be read is reported in one sentence', () => {
  chmodSync(join(folder, 'secret'), 0);
  expect(() => openSecrets({ dataFolder: folder })).toThrow(StartError);
});

test('creating the secret leaves no other file behind', () => {
  expect(readdirSync(folder)).toEqual(['secret']);
});

test('equal license numbers have equal hashes, and a hash needs the key', () => {
  const hash = keyedHash('123456789', 'license');
  expect(keyedHash('123456789', 'license')).toBe(hash);
  openSecrets({ given: 'quite another secret, long enough to be one', dataFolder: folder });
  expect(keyedHash('123456789', 'license')).not.toBe(hash);
});

test('an unreadable secret stops the start and names the file', () => {
  const file = join(folder, 'secret');
  rmSync(file);
  // No user, not even root, can read a folder as a file.
  mkdirSync(file);
  expect(() => openSecrets({ dataFolder: folder })).toThrow(
    `${file} cannot be read by this user; allow it and start again.`,
  );
});
