import { expect, test } from 'vitest';
import { buildIndex, type IndexedProduct, setInStock } from './catalogue-index.ts';
import { openVocabulary } from './search/search-vocabulary.ts';
import { menuShelves } from './selected-shelves.ts';
import { NO_FAMILY } from './size-families.ts';

const categories = ['flower', 'vapes', 'empty', 'hats'].map((slug, id) => ({ id, slug, name: slug }));

/** A menu of products with the ids 1, 2, 3 …, by name in that order, each in one of the categories above. */
function menu(products: readonly (Partial<IndexedProduct> & { category: number })[]) {
  const listed = products.map(
    (product, at): IndexedProduct => ({
      ...{
        id: at + 1,
        type: 0,
        strain: null,
        price: 1000 - at,
        weight: null,
        perGram: null,
        family: NO_FAMILY,
      },
      ...{ thc: null, thcMg: null, inStock: true, createdAt: 0 },
      ...product,
    }),
  );
  return buildIndex(listed, listed.length, {
    ...{ categories, types: ['cannabis'], vocabulary: openVocabulary(new Uint8Array(0)) },
    ...{ arrivals: [], freshSince: 0 },
  });
}
const shown = (index: ReturnType<typeof menu>) =>
  menuShelves(index).map(({ slug, count, ids }) => [slug, count, ids]);

test('each category shows its first four products by name, in menu order, and empty ones are left out', () => {
  const index = menu([3, 0, 0, 1, 0, 0, 0, 3].map((category) => ({ category })));
  expect(shown(index)).toEqual([
    ['flower', 5, [2, 3, 5, 6]],
    ['vapes', 1, [4]],
    ['hats', 2, [1, 8]],
  ]);
});

test('sold-out products come after those in stock, and only if there is room', () => {
  const index = menu([0, 0, 0, 0, 0, 1, 1].map((category) => ({ category })));
  for (const id of [1, 3, 6]) setInStock(index, id, false);
  expect(shown(index)).toEqual([
    ['flower', 5, [2, 4, 5, 1]],
    ['vapes', 2, [7, 6]],
  ]);
});

test('sizes of one product share one card, which lists them all', () => {
  const sized = { category: 0, family: 77 };
  const index = menu([{ ...sized, weight: 7000 }, { ...sized, weight: 3500 }, { category: 0 }]);
  expect(menuShelves(index)).toMatchObject([{ count: 2, ids: [2, 3], sizes: { 2: [2, 1] } }]);
});
