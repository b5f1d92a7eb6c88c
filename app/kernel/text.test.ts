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
