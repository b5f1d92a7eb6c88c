import { expect, test } from 'vitest';
import { availability, unitsFor, unitsKnown, unitsShown } from './stock.ts';

test.each([
  [10, 4, 6, 'In stock'],
  [10, 5, 5, 'Only 5 left'],
  [1, 0, 1, 'Only 1 left'],
  [3, 3, 0, 'Sold out'],
  [2, 5, 0, 'Sold out'],
])('%i on hand and %i held are %i: %s', (onHand, held, available, label) => {
  expect(availability(onHand, held)).toEqual({ available, label });
});

test('a list shows an exact quantity only for the last few units', () => {
  expect([0, 1, 5].map(unitsKnown)).toEqual([0, 1, 5]);
  expect([6, 40].map(unitsKnown)).toEqual([Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]);
});

test('a page tells how many are left only where it shows the number', () => {
  expect([0, 1, 5, 6, 40, 4_000].map(unitsShown)).toEqual([0, 1, 5, 6, 6, 6]);
});

test('a shopper learns whether there are enough, and the exact number only where the shop shows it', () => {
  const enough = Number.MAX_SAFE_INTEGER;
  expect([0, 3, 5].map((available) => unitsFor(99, available))).toEqual([0, 3, 5]);
  expect([6, 37, 99].map((available) => unitsFor(6, available))).toEqual([enough, enough, enough]);
  expect([6, 10, 11, 20, 37, 51, 998].map((available) => unitsFor(999, available))).toEqual([
    5, 5, 10, 10, 20, 50, 500,
  ]);
});
