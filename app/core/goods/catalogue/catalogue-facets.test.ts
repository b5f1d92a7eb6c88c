import { expect, test } from 'vitest';
import { namedFacets } from './catalogue-facets.ts';
import { NO_FILTER } from './catalogue-filter.ts';
import { buildIndex, type IndexedProduct } from './catalogue-index.ts';
import { selectPage } from './catalogue-selection.ts';
import { openVocabulary } from './search/search-vocabulary.ts';
import { NO_FAMILY } from './size-families.ts';

const shelves = ['Candles', 'Flower', 'Hats', 'Vapes', 'Empty'].map((name, id) => ({ id, slug: name, name }));
const types = ['apparel', 'cannabis', 'home_decor'];

/** Products by shelf and type, as positions in the lists above. */
function facetsOf(...products: [category: number, type: number][]) {
  return namedFacets(...selected(products));
}

function selected(products: readonly [category: number, type: number][]) {
  const listed = products.map(
    ([category, type], id): IndexedProduct => ({
      ...{
        id,
        category,
        type,
        strain: null,
        price: 100,
        weight: null,
        perGram: null,
        family: NO_FAMILY,
        thc: null,
        thcMg: null,
        inStock: true,
        createdAt: 0,
      },
    }),
  );
  const index = buildIndex(listed, listed.length, {
    ...{ categories: shelves, types, vocabulary: openVocabulary(new Uint8Array(0)) },
    ...{ arrivals: [], freshSince: 0 },
  });
  return [index, selectPage(index, NO_FILTER)] as const;
}

test('categories are in menu order, each with its own count and whether it has cannabis', () => {
  const { categories } = facetsOf([0, 2], [1, 1], [1, 1], [2, 0], [3, 1]);
  expect(categories.map(({ name, count, isCannabis }) => [name, count, isCannabis])).toEqual([
    ['Candles', 1, false],
    ['Flower', 2, true],
    ['Hats', 1, false],
    ['Vapes', 1, true],
  ]);
});

test('a category without products is named only on its own page', () => {
  const names = (chosen: string | null) =>
    namedFacets(...selected([[1, 1]]), chosen).categories.map(({ name }) => name);
  expect(names(null)).toEqual(['Flower']);
  expect(names('Empty')).toEqual(['Flower', 'Empty']);
});

test('cannabis is the first type, and the others stay in order', () => {
  expect(facetsOf([0, 2], [1, 1], [2, 0]).types).toEqual([
    { type: 'cannabis', count: 1 },
    { type: 'apparel', count: 1 },
    { type: 'home_decor', count: 1 },
  ]);
});
