import { expect, test } from 'vitest';
import { pageNumbers } from './page-numbers.ts';

test.each<[number, number, (number | null)[]]>([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [2, 3, [1, 2, 3]],
  [1, 9, [1, 2, null, 9]],
  [9, 9, [1, null, 8, 9]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [4, 9, [1, 2, 3, 4, 5, null, 9]],
  [6, 9, [1, null, 5, 6, 7, 8, 9]],
  [10, 12, [1, null, 9, 10, 11, 12]],
])('page %i of %i shows first, last and its neighbors, and fills a gap of one', (page, pages, shown) => {
  expect(pageNumbers(page, pages)).toEqual(shown);
});
