import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareTexts } from './compare-texts.ts';

const texts = fc
  .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
  .map((lines) => lines.join('\n'));

test('what went stands before what came in its place', () => {
  expect(compareTexts('one\ntwo\nthree', 'one\n2\nthree\nfour')).toEqual([
    { kind: 'same', text: 'one' },
    { kind: 'removed', text: 'two' },
    { kind: 'added', text: '2' },
    { kind: 'same', text: 'three' },
    { kind: 'added', text: 'four' },
  ]);
});

test('without what came it is the text before, without what went the one after', () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const lines = compareTexts(before, after);
      const without = (kind: string) =>
        lines
          .filter((line) => line.kind !== kind)
          .map(({ text }) => text)
          .join('\n');
      expect(without('added')).toBe(before);
      expect(without('removed')).toBe(after);
    }),
  );
});

test('texts that have nothing in common and thousands of lines are compared at once', () => {
  const lines = (mark: string) => Array.from({ length: 10_000 }, (_, at) => `${mark}${at}`).join('\n');
  expect(compareTexts(lines('a'), lines('b'))).toHaveLength(20_000);
});
