import { expect, test } from 'vitest';
import { mayCount, needsNote, varianceWords } from './drawer.ts';

test('a note is needed above the limit, over or short', () => {
  expect([-501, -500, 0, 500, 501].map((variance) => needsNote(variance, 500))).toEqual([
    true,
    false,
    false,
    false,
    true,
  ]);
  expect(needsNote(1, 0)).toBe(true);
});

test('a drawer is counted twice, and from the start once cash moved', () => {
  const count = (expected: number) => ({ amount: 1, expected });
  expect(mayCount([], 100)).toBe(true);
  expect(mayCount([count(100)], 100)).toBe(true);
  expect(mayCount([count(100), count(100)], 100)).toBe(false);
  expect(mayCount([count(100), count(100)], 300)).toBe(true);
  expect(mayCount([count(100), count(100), count(300)], 300)).toBe(true);
  expect(mayCount([count(100), count(300), count(300)], 300)).toBe(false);
});

test('a variance reads as over, short or exact', () => {
  expect([0, 200, -1234_56].map(varianceWords)).toEqual(['Exact', 'Over $2.00', 'Short $1,234.56']);
});
