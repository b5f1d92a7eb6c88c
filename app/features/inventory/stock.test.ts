import { expect, test } from 'vitest';
import { availability } from './stock.ts';

test.each([
  [10, 4, 6, 'In stock'],
  [10, 5, 5, 'Only 5 left'],
  [1, 0, 1, 'Only 1 left'],
  [3, 3, 0, 'Sold out'],
  [2, 5, 0, 'Sold out'],
])('%i on hand and %i held are %i: %s', (onHand, held, available, label) => {
  expect(availability(onHand, held)).toEqual({ available, label });
});
