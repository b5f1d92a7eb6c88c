import { expect, test } from 'vitest';
import { codeOf, keyUri, newSecret, stepAt, stepOfCode } from './totp.ts';

/** '12345678901234567890', the secret of RFC 6238, appendix B. */
const RFC = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

// The RFC's codes have eight digits; ours are their last six.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code of RFC 6238 is %s', (second, code) => {
  expect(codeOf(RFC, stepAt(new Date(second * 1000)))).toBe(code);
});

const now = new Date('2026-11-21T12:00:10Z');
const step = stepAt(now);

test('a code works one step early and one step late, and no further', () => {
  const found = [-2, -1, 0, 1, 2].map((off) => stepOfCode(RFC, codeOf(RFC, step + off), now));
  expect(found).toEqual([null, step - 1, step, step + 1, null]);
});

test.each(['', '12345', '1234567', 'abcdef', '12 456', '１２３４５６'])('%j is not a code', (text) => {
  expect(stepOfCode(RFC, text, now)).toBeNull();
});

test('secrets are 160 random bits', () => {
  const secrets = Array.from({ length: 200 }, newSecret);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(new Set(secrets).size).toBe(200);
});

test('apps read shop and account from the URI, whatever characters these contain', () => {
  const uri = keyUri(RFC, 'Two Branches: Farm & Co', 'jane+x@example.com');
  expect(uri).toMatch(/^otpauth:\/\/totp\/Two%20Branches%3A%20Farm%20%26%20Co:jane%2Bx%40example\.com\?/);
  const query = new URL(uri).searchParams;
  expect(Object.fromEntries(query)).toEqual({
    secret: RFC,
    issuer: 'Two Branches: Farm & Co',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
