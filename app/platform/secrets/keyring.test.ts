import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEST_SECRET } from '#tests/support/secret.ts';
import { addKey, currentKeyId, decryptBytes, encryptBytes, keyIdOf, openKeyring } from './keyring.ts';
import { openSecrets } from './secrets.ts';

const plain = Buffer.from('NY 123 456 789');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'farmgate-keys-'));
  openSecrets({ given: TEST_SECRET, dataFolder: '.' });
});
afterAll(() => {
  openKeyring(null);
  rmSync(folder, { recursive: true, force: true });
});

test('decrypts what it encrypted, only in its own place and unaltered', () => {
  openKeyring(null);
  const closed = encryptBytes(plain, 'photo:a');
  expect(closed.includes(plain)).toBe(false);
  expect(keyIdOf(closed)).toBe('root');
  expect(decryptBytes(closed, 'photo:a').equals(plain)).toBe(true);
  expect(() => decryptBytes(closed, 'photo:b')).toThrow();
  for (let at = 0; at < closed.length; at += 1) {
    const altered = Buffer.from(closed);
    altered[at] = (altered[at] ?? 0) ^ 1;
    expect(() => decryptBytes(altered, 'photo:a')).toThrow();
  }
  expect(() => decryptBytes(closed.subarray(0, 20), 'photo:a')).toThrow();
  expect(encryptBytes(plain, 'photo:a').equals(closed)).toBe(false);
});

test('encrypts with the last key of the file, decrypts with any, and sees keys that another process adds', () => {
  const path = join(folder, 'deep', 'keys');
  openKeyring(null);
  const byRoot = encryptBytes(plain, 'x');
  const first = addKey(path);
  const byFirst = encryptBytes(plain, 'x');
  expect(keyIdOf(byFirst)).toBe(first);
  appendFileSync(path, `added ${Buffer.alloc(32, 7).toString('base64url')}\n`);
  expect(currentKeyId()).toBe('added');
  for (const closed of [byRoot, byFirst, encryptBytes(plain, 'x')])
    expect(decryptBytes(closed, 'x').equals(plain)).toBe(true);
});

test.each([
  ['nothing', ''],
  ['a short key', 'k1 abc'],
  ['a key twice', `k1 ${'A'.repeat(43)}\nk1 ${'B'.repeat(43)}`],
  ['the name of the derived key', `root ${'A'.repeat(43)}`],
])('a file with %s is refused at the start', (_, text) => {
  const path = join(folder, 'bad');
  writeFileSync(path, text);
  expect(() => openKeyring(path)).toThrow(/key/);
});

test('a missing file is refused with a way to fix it', () => {
  expect(() => openKeyring(join(folder, 'none'))).toThrow('npm run rotate-keys');
});
