import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareTexts } from './compare-texts.ts';

const texts = fc
  .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
  .map((lines) => lines.join('\n'));

test('removed text comes before its replacement', () => {
  expect(compareTexts('one\ntwo\nthree', 'one\n2\nthree\nfour')).toEqual([
    { kind: 'same', text: 'one' },
    { kind: 'removed', text: 'two' },
    { kind: 'added', text: '2' },
    { kind: 'same', text: 'three' },
    { kind: 'added', text: 'four' },
  ]);
});

test('the comparison without additions is the old text, and without removals the new one', () => {
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

test('texts of thousands of lines with nothing in common compare at once', () => {
  const lines = (mark: string) => Array.from({ length: 10_000 }, (_, at) => `${mark}${at}`).join('\n');
  expect(compareTexts(lines('a'), lines('b'))).toHaveLength(20_000);
});
