import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchWords, textQuery, waysToPart } from './search.ts';

test('words are plain: no accents, no case, no marks, each once', () => {
  expect(searchWords('  Crème-Brûlée, 3.5 g  CRÈME ')).toEqual(['creme', 'brulee', '3.5', 'g']);
  expect(searchWords('')).toEqual([]);
  expect(searchWords("!!! & | ( ) :* '")).toEqual([]);
  expect(searchWords('blue\0mist')).toEqual([]);
});

test('no search makes a query that could be anything but words', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (q) => {
      const words = searchWords(q);
      expect(words.length).toBeLessThanOrEqual(8);
      for (const word of words) expect(word).toMatch(/^(?:\d+\.\d+|[\p{L}\p{N}]{1,40})$/u);
    }),
  );
});

test('all words must occur, and the last may still be in typing', () => {
  expect(textQuery(['blue', 'mi'])).toBe("'blue' & 'mi':*");
  expect(textQuery(['blue', 'mi'], false)).toBe("'blue' & 'mi'");
});

test('a word is parted only into halves of three letters and more', () => {
  expect(waysToPart('preroll')).toEqual([
    ['pre', 'roll'],
    ['prer', 'oll'],
  ]);
  expect(waysToPart('vapes')).toEqual([]);
});
