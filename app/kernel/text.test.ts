import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWellFormedText, sliceSafe } from './text.ts';

test('NUL and half a surrogate pair cannot be stored', () => {
  expect(isWellFormedText('Catskill 🌲')).toBe(true);
  expect(isWellFormedText('a\0b')).toBe(false);
  expect(isWellFormedText('\ud83c')).toBe(false);
  expect(isWellFormedText('\udf32')).toBe(false);
});

test('a cut never splits what was whole', () => {
  expect(sliceSafe('a🌲b', 2)).toBe('a');
  expect(sliceSafe('a🌲b', 3)).toBe('a🌲');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(50), (text, length) => {
      const cut = sliceSafe(text, length);
      expect(text.startsWith(cut) && cut.length <= length && cut.isWellFormed()).toBe(true);
    }),
  );
});

test('a cut takes no more away than it must', () => {
  expect(sliceSafe('abc', 2)).toBe('ab');
  expect(sliceSafe('abc', 3)).toBe('abc');
  expect(sliceSafe('🌲b', 2)).toBe('🌲');
  // The first and the last pair there are.
  expect(sliceSafe('a\u{10000}', 2)).toBe('a');
  expect(sliceSafe('a\u{10ffff}', 2)).toBe('a');
  expect(sliceSafe('\ud7ffb', 1)).toBe('\ud7ff');
});

test('what is not cut stays as it is, even where it was broken before', () => {
  expect(sliceSafe('a\ud83c', 2)).toBe('a\ud83c');
  expect(sliceSafe('a\ud83c', 9)).toBe('a\ud83c');
  expect(sliceSafe('', 0)).toBe('');
});
