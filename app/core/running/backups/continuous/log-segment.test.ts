import { expect, test } from 'vitest';
import { isSegment, nextSegment, unbroken } from './log-segment.ts';

test.each([
  ['000000010000000000000001', '000000010000000000000002'],
  ['0000000100000000000000FE', '0000000100000000000000FF'],
  ['0000000100000000000000FF', '000000010000000100000000'],
  ['00000002000000FF000000FF', '000000020000010000000000'],
])('%s is followed by %s', (name, next) => expect(nextSegment(name)).toBe(next));

test('what follows a gap is left out, and so is everything when the first one is missing', () => {
  const [one, two, three, four] = [
    '0000000100000000000000FE',
    '0000000100000000000000FF',
    '000000010000000100000000',
    '000000010000000100000001',
  ];
  expect(unbroken(one, [four, two, one, three])).toEqual([one, two, three, four]);
  expect(unbroken(one, [one, two, four])).toEqual([one, two]);
  expect(unbroken(one, [two, three])).toEqual([]);
});

test('histories and labels are no segments', () => {
  expect(isSegment('000000010000000000000003')).toBe(true);
  expect(isSegment('000000010000000000000003.00000028.backup')).toBe(false);
  expect(isSegment('00000002.history')).toBe(false);
  expect(isSegment('000000010000000000000003.part')).toBe(false);
});
