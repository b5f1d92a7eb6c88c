import { expect, test } from 'vitest';
import { breakLines, printOrder, shorten } from './text-lines.ts';

/** Every character is one point wide. */
const measure = (text: string) => text.length;
const lines = (text: string, room: number) => breakLines(text, room, measure).map((line) => line.trimEnd());

test('text breaks where it was broken when it was entered', () => {
  expect(lines('owen@mail.example\n(607) 555-0100', 40)).toEqual(['owen@mail.example', '(607) 555-0100']);
  expect(lines('one\r\ntwo\u2028three\n\nfour', 40)).toEqual(['one', 'two', 'three', '', 'four']);
});

test('a long text breaks between words and after hyphens, Chinese between characters, a long word anywhere', () => {
  expect(lines('Two Branches Farm', 12)).toEqual(['Two Branches', 'Farm']);
  expect(lines('Anne-Marie', 6)).toEqual(['Anne-', 'Marie']);
  expect(lines('王小明王小明', 4)).toEqual(['王小明王', '小明']);
  expect(lines('a Pneumonia', 4)).toEqual(['a Pn', 'eumo', 'nia']);
});

test('words on both sides of a line break stay two words to a reader of the file', () => {
  expect(breakLines('owen@mail.example\n555', 40, measure).join('')).toBe('owen@mail.example 555');
  expect(breakLines('Two Branches Farm', 12, measure).join('')).toBe('Two Branches Farm');
});

test('text with too many lines ends with an ellipsis in the last one', () => {
  expect(shorten(['Two ', 'Branches ', 'Farm'], 2, 8, measure)).toEqual(['Two ', 'Branche…']);
  expect(shorten(['Two ', 'Farm'], 2, 8, measure)).toEqual(['Two ', 'Farm']);
});

test('Arabic and Hebrew are printed from right to left, numbers and Latin words in them from left to right', () => {
  const inPrint = (line: string) => printOrder(line).map(({ text }) => text);
  expect(inPrint('Order for חנה, 3 units')).toEqual(['Order for ', '3', 'חנה, ', ' units']);
  expect(inPrint('חנה (Abu)')).toEqual(['(', 'Abu', 'חנה )']);
  expect(inPrint('Two Branches')).toEqual(['Two Branches']);
});
