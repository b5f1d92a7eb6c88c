import { expect, test } from 'vitest';
import { type Arrival, buildIndex, type IndexedProduct, setInStock } from './catalogue-index.ts';
import { freshShelf } from './fresh-shelf.ts';
import { openVocabulary } from './search/search-vocabulary.ts';
import { NO_FAMILY } from './size-families.ts';

const MONDAY = 1_000_000;

const product = (id: number): IndexedProduct => ({
  ...{
    id,
    category: 0,
    type: 0,
    strain: null,
    price: 100,
    weight: id,
    perGram: null,
    // 5 and 9 are two sizes of one product.
    family: id === 5 || id === 9 ? 77 : NO_FAMILY,
    thc: null,
    thcMg: null,
    inStock: true,
    createdAt: 0,
  },
});

/** A menu of products 1 to 9, with the days after Monday on which some products' newest lots arrived. */
function menu(...days: [id: number, day: number][]) {
  const arrivals: Arrival[] = days.map(([id, day]) => ({ id, at: MONDAY + day }));
  return buildIndex([1, 2, 3, 4, 5, 6, 7, 8, 9].map(product), 9, {
    categories: [{ id: 1, slug: 'flower', name: 'Flower' }],
    types: ['cannabis'],
    vocabulary: openVocabulary(new Uint8Array(0)),
    arrivals,
    freshSince: MONDAY,
  });
}

test('the shelf has up to four arrivals of this week, newest first', () => {
  expect(freshShelf(menu([4, 5], [2, 3], [9, 1], [1, 0], [3, -1]), [])).toEqual({
    ids: [4, 2, 9, 1],
    isThisWeek: true,
  });
  expect(freshShelf(menu([7, 6], [6, 5], [5, 4], [4, 3], [3, 2], [2, 1], [1, 0]), [])?.ids).toEqual([
    7, 6, 5, 4,
  ]);
});

test('with too few arrivals this week, the shelf has the latest ones, and does not call them this week’s', () => {
  expect(freshShelf(menu([4, 5], [2, 3], [9, 1], [1, -1], [3, -90]), [])).toEqual({
    ids: [4, 2, 9, 1],
    isThisWeek: false,
  });
});

test('the shelf omits products that are sold out or off the menu, and disappears below one full row', () => {
  const index = menu([4, 5], [99, 4], [2, 3], [9, 1], [1, 0], [3, -1]);
  setInStock(index, 2, false);
  expect(freshShelf(index, [])).toEqual({ ids: [4, 9, 1, 3], isThisWeek: false });
  setInStock(index, 9, false);
  expect(freshShelf(index, [])).toBeNull();
  expect(freshShelf(menu(), [])).toBeNull();
});

test('the shelf omits products of the shelf above in any size, and disappears without others', () => {
  const index = menu([6, 5], [5, 4], [4, 3], [3, 2], [2, 1], [1, 0]);
  expect(freshShelf(index, [4])?.ids).toEqual([6, 5, 3, 2]);
  expect(freshShelf(index, [9])?.ids).toEqual([6, 4, 3, 2]);
  expect(freshShelf(index, [6, 5, 4])).toBeNull();
});
