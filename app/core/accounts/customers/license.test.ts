import { expect, test } from 'vitest';
import { normalizeLicenseId } from './license.ts';

test('a license number is the same in every spelling', () => {
  for (const written of [
    'ny 123-456 789',
    'NY123456789',
    ' n.y.123/456/789 ',
    'ＮＹ１２３４５６７８９',
    'NY12345678９',
  ]) {
    expect(normalizeLicenseId(written)).toBe('NY123456789');
  }
  // Washington's numbers have stars.
  expect(normalizeLicenseId('smith*jk 123ab')).toBe('SMITH*JK123AB');
  expect(normalizeLicenseId(' - ')).toBe('');
});
