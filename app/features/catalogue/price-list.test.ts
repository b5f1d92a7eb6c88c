import { expect, test } from 'vitest';
import { printable } from './price-list.ts';

test('what the fonts of the price list can show stays as it is', () => {
  const shown = ' Az09~\u00a0ÿ€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
  expect(printable(shown)).toBe(shown);
});

test('a letter the fonts lack loses its mark, and what has no plain form is a question mark', () => {
  expect(printable('ő ẵ ﬁ Ⅳ')).toBe('o a fi IV');
  expect(printable('a\u0301 x\u0301')).toBe('a x');
  for (const lost of [
    '\u001f',
    '\u007f',
    '\u009f',
    '\u0100'.normalize('NFD').replace('A', 'щ'),
    '🌿',
    '中',
  ]) {
    expect(printable(lost).replaceAll('?', '')).toBe('');
    expect(printable(lost)).toContain('?');
  }
  expect(printable('🌿🌿')).toBe('??');
});
