import { expect, test } from 'vitest';
import { availability, unitsKnown } from './stock.ts';

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
