import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameQuery, searchWords, textQuery, waysToPart } from './search.ts';

test('words are normalized: no accents, no case, no punctuation, each once', () => {
  expect(searchWords('  Crème-Brûlée, 3.5 g  CRÈME ')).toEqual(['creme', 'brulee', '3.5 g']);
  expect(searchWords('')).toEqual([]);
  expect(searchWords("!!! & | ( ) :* '")).toEqual([]);
  expect(searchWords('blue\0mist')).toEqual([]);
});

test('every search becomes a query of plain words only', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (q) => {
      const words = searchWords(q);
      expect(words.length).toBeLessThanOrEqual(8);
      for (const word of words)
        expect(word).toMatch(/^(?:\d+(?:\.\d+|[/:]\d+)?(?: (?:mg|g|oz|ml))?|[\p{L}\p{N}]{1,40})$/u);
    }),
  );
});

test.each([
  ['10mg', ['10 mg']],
  ['10-MG gummies', ['10 mg', 'gummies']],
  ['.5 grams', ['0.5 g']],
  ['½ oz', ['1/2 oz']],
  ['1:1', ['1:1']],
  ['510 thread', ['510', 'thread']],
  ['4x 12gauge', ['4x', '12gauge']],
  ['8 oz.', ['8 oz']],
])('%s has the words %j', (q, words) => {
  expect(searchWords(q)).toEqual(words);
});

test('all words must occur, and the last may be incomplete', () => {
  expect(textQuery(['blue', 'mi'])).toBe("'blue' & 'mi':*");
  expect(textQuery(['blue', 'mi'], false)).toBe("'blue' & 'mi'");
  expect(textQuery(['blue', '10 mg'])).toBe("'blue' & ('10' <-> 'mg')");
});

test('a query of names omits weights and places', () => {
  expect(nameQuery("('joint':* | ('pre':ABC <-> 'roll':ABC)) & '1:1'")).toBe(
    "('joint':* | ('pre' & 'roll')) & '1:1'",
  );
});

test('a word is split only into halves of at least three letters', () => {
  expect(waysToPart('preroll')).toEqual([
    ['pre', 'roll'],
    ['prer', 'oll'],
  ]);
  expect(waysToPart('vapes')).toEqual([]);
});
