import { expect, test } from 'vitest';
import { groupBy } from './group-by.ts';

test('items of one key are together, in the order in which they come', () => {
  const groups = groupBy([3, 1, 4, 1, 5, 9], (each) => each % 2 === 0);
  expect([...groups]).toEqual([
    [false, [3, 1, 1, 5, 9]],
    [true, [4]],
  ]);
  expect(groupBy([], String).size).toBe(0);
});
