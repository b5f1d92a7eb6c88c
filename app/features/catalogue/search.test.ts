import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearestWord, searchWords, slipsBetween, textQuery, waysToPart } from './search.ts';

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
  expect(textQuery(['blue', 'mi'], 'A')).toBe("'blue':A & 'mi':*A");
});

test('slips count letters too many, missing, wrong, and neighbours swapped', () => {
  expect(slipsBetween('stonefly', 'stonfly')).toBe(1);
  expect(slipsBetween('bleu', 'blue')).toBe(1);
  expect(slipsBetween('gummies', 'gumies')).toBe(1);
  expect(slipsBetween('', 'abc')).toBe(3);
});

test('slips are the same both ways and none only for the same word', () => {
  const words = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });
  fc.assert(
    fc.property(words, words, (left, right) => {
      expect(slipsBetween(left, right)).toBe(slipsBetween(right, left));
      expect(slipsBetween(left, right) === 0).toBe(left === right);
    }),
  );
});

test('a misspelt word is taken for the nearest known one, or for none', () => {
  expect(nearestWord('beverkill', ['beaver', 'beaverkill', 'hill'])).toBe('beaverkill');
  expect(nearestWord('bleu', ['blue', 'lieu'])).toBe('blue');
  expect(nearestWord('ziggurat', ['sugar', 'figure'])).toBeNull();
  expect(nearestWord('ab', ['a'])).toBeNull();
});

test('a word is parted only into halves of three letters and more', () => {
  expect(waysToPart('preroll')).toEqual([
    ['pre', 'roll'],
    ['prer', 'oll'],
  ]);
  expect(waysToPart('vapes')).toEqual([]);
});
