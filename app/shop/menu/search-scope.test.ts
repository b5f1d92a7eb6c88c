import { expect, test } from 'vitest';
import { type CatalogueFilter, catalogueHref, NO_FILTER } from '#core/goods/catalogue/catalogue-filter.ts';
import { scopeChoices } from './search-scope.tsx';

const shelf = (slug: string, name: string, count: number) => ({ slug, name, count, isCannabis: true });
const facets = {
  categories: [shelf('flower', 'Flower', 3), shelf('edibles', 'Edibles', 5), shelf('hats', 'Hats', 0)],
  types: [
    { type: 'cannabis', count: 8 },
    { type: 'fly_fishing', count: 2 },
  ],
  strains: { indica: 0, sativa: 0, hybrid: 0, balanced: 0 },
  inStock: 0,
  price: null,
};
const choices = (filter: Partial<CatalogueFilter>, total: number) =>
  scopeChoices({ filter: { ...NO_FILTER, ...filter }, facets, total, reading: { kind: 'as-typed' } }).map(
    ({ label, filter }) => `${label}: ${catalogueHref(filter)}`,
  );

test('a search of the whole menu can be narrowed to the previous category and type, where they have matches', () => {
  expect(choices({ q: 'mist', fromCategory: 'flower' }, 8)).toEqual([
    'Only in Flower (3): /products?q=mist&category=flower',
  ]);
  expect(choices({ q: 'mist', fromType: 'fly_fishing' }, 10)).toEqual([
    'Only Fly Fishing (2): /products?q=mist&type=fly_fishing',
  ]);
  expect(choices({ q: 'mist', fromCategory: 'hats' }, 8)).toEqual([]);
});

test('a narrowed search says how many more there are, and links back', () => {
  expect(choices({ q: 'mist', category: 'flower' }, 3)).toEqual([
    '5 more in other categories: /products?q=mist&from=flower',
  ]);
  expect(choices({ q: 'mist', type: 'cannabis' }, 8)).toEqual([
    '2 more of other types: /products?q=mist&fromType=cannabis',
  ]);
});

test('no search, a search outside any category, and one without results show nothing', () => {
  expect(choices({ category: 'flower' }, 3)).toEqual([]);
  expect(choices({ q: 'mist' }, 8)).toEqual([]);
  expect(choices({ q: 'mist', category: 'hats' }, 0)).toEqual([]);
});
