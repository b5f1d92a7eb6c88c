import { expect, test } from 'vitest';
import { newNonce } from './nonce.ts';

test('no nonce repeats, even among many at once, and each is sixteen bytes', () => {
  const nonces = Array.from({ length: 2000 }, newNonce);
  expect(new Set(nonces).size).toBe(2000);
  for (const nonce of nonces) expect(nonce).toMatch(/^[A-Za-z0-9_-]{22}$/);
});

test('every byte of a nonce is random', () => {
  const bytes = Array.from({ length: 600 }, () => Buffer.from(newNonce(), 'base64url'));
  for (let at = 0; at < 16; at++) expect(new Set(bytes.map((each) => each[at])).size).toBeGreaterThan(150);
  // Consecutive nonces share no bytes, as they would if their slices overlapped.
  for (const [at, each] of bytes.entries()) {
    expect(bytes[at + 1]?.subarray(0, 8).equals(each.subarray(8))).not.toBe(true);
  }
});
