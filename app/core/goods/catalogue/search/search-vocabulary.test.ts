import fc from 'fast-check';
import { expect, test } from 'vitest';
import { knowsBeginning, knowsWord, nearestWord, openVocabulary, typosBetween } from './search-vocabulary.ts';

const vocabularyOf = (...words: string[]) =>
  openVocabulary(new TextEncoder().encode(words.map((word) => `${word}\n`).join('')));
const codes = (word: string) => new TextEncoder().encode(word);
const typos = (left: string, right: string) => typosBetween(codes(left), codes(right), 99);

/** Few letters, so that words resemble each other. */
const words = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1'), minLength: 3, maxLength: 9 });
const vocabularies = fc.uniqueArray(words, { maxLength: 60 }).map((known) => known.sort());

/** Computes `typosBetween` by definition, without optimizations. */
function slowTypos(left: string, right: string): number {
  const table = new Map<string, number>();
  const at = (i: number, j: number): number => {
    const key = `${i} ${j}`;
    const kept = table.get(key);
    if (kept !== undefined) return kept;
    let least = i === 0 || j === 0 ? i + j : Number.POSITIVE_INFINITY;
    if (i > 0 && j > 0) {
      least = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (left[i - 1] === right[j - 1] ? 0 : 1),
      );
      const swapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      if (swapped) least = Math.min(least, at(i - 2, j - 2) + 1);
    }
    table.set(key, least);
    return least;
  };
  return at(left.length, right.length);
}

test('extra, missing, wrong and swapped neighboring letters count as typos', () => {
  expect(typos('stonefly', 'stonfly')).toBe(1);
  expect(typos('bleu', 'blue')).toBe(1);
  expect(typos('gummies', 'gumies')).toBe(1);
  expect(typos('', 'abc')).toBe(3);
});

test('the number of typos follows the definition, and past the limit is only known to exceed it', () => {
  fc.assert(
    fc.property(words, words, fc.nat(4), (left, right, atMost) => {
      const slow = slowTypos(left, right);
      expect(typos(left, right)).toBe(slow);
      const bounded = typosBetween(codes(left), codes(right), atMost);
      if (slow <= atMost) expect(bounded).toBe(slow);
      else expect(bounded).toBeGreaterThan(atMost);
    }),
    { numRuns: 500 },
  );
});

test('a misspelled word becomes the nearest known word within the allowed typos, or none', () => {
  const nearest = (word: string, atMost: number, ...known: string[]) =>
    nearestWord(vocabularyOf(...known), word, atMost);
  expect(nearest('beverkill', 2, 'beaver', 'beaverkill', 'hill')).toBe('beaverkill');
  expect(nearest('bleu', 1, 'blue', 'lieu')).toBe('blue');
  expect(nearest('bleuu', 1, 'blue')).toBeNull();
  expect(nearest('bleuu', 2, 'blue')).toBe('blue');
  expect(nearest('anything', 2)).toBeNull();
  expect(nearest('синий', 2, 'blue')).toBeNull();
});

test('no known word is nearer than the chosen one', () => {
  fc.assert(
    fc.property(vocabularies, words, fc.integer({ min: 1, max: 3 }), (known, word, allowed) => {
      const near = known
        .map((candidate) => {
          const away = slowTypos(word, candidate);
          const begin = candidate[0] === word[0] ? 0 : 30;
          const alike = [0, 1, 2, 3].findIndex(
            (at) => candidate[at] === undefined || candidate[at] !== word[at],
          );
          const far =
            away * 100 + begin + Math.abs(candidate.length - word.length) * 5 - (alike < 0 ? 4 : alike);
          return { candidate, away, far };
        })
        .filter(({ candidate, away }) => away <= allowed && away < candidate.length)
        .sort((left, right) => left.far - right.far);
      expect(nearestWord(vocabularyOf(...known), word, allowed)).toBe(near[0]?.candidate ?? null);
    }),
    { numRuns: 1000 },
  );
});

test('a vocabulary knows its words and their beginnings, and nothing else', () => {
  fc.assert(
    fc.property(vocabularies, words, (known, asked) => {
      const vocabulary = vocabularyOf(...known);
      expect(knowsWord(vocabulary, asked)).toBe(known.includes(asked));
      expect(knowsBeginning(vocabulary, asked)).toBe(known.some((word) => word.startsWith(asked)));
      for (const word of known) {
        expect(knowsWord(vocabulary, word)).toBe(true);
        expect(knowsBeginning(vocabulary, word.slice(0, 3))).toBe(true);
      }
    }),
  );
});
