import { expect, test } from 'vitest';
import { catalogueHref, NO_FILTER } from '#core/goods/catalogue/catalogue-filter.ts';
import { readFilter } from '#core/goods/catalogue/read-filter.ts';
import { addressOfForm, fieldValues } from './filter-form.ts';

function form(...fields: [string, string | Blob][]): FormData {
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value);
  return data;
}

test('a form without choices leads to the plain URL', () => {
  const untouched = form(
    ['q', ''],
    ['category', ''],
    ['type', ''],
    ['min', '0'],
    ['max', '1000'],
    ['thcMin', '0'],
    ['thcMax', '100'],
    ['mgMin', '0'],
    ['mgMax', '1000'],
  );
  expect(addressOfForm(untouched, '/products')).toBe('/products');
});

test('the URL has every choice, trimmed and in one order, as often as it was made', () => {
  const chosen = form(
    ['category', '   '],
    ['strain', 'indica'],
    ['strain', 'hybrid'],
    ['min', '1000'],
    ['max', '0'],
    ['picture', new Blob(['x'])],
    ['sort', 'price'],
    ['stock', '1'],
    ['q', '  blue mist '],
  );
  expect(addressOfForm(chosen, '/')).toBe(
    '/?q=blue+mist&min=1000&max=0&strain=indica&strain=hybrid&stock=1&sort=price',
  );
});

test.each([
  ['a new search', { q: 'mist', category: 'flower', type: 'cannabis', searched: '' }],
  ['another search', { q: 'mist', category: 'flower', searched: 'haze', sort: 'price' }],
  ['another search after that', { q: 'mists', category: '', from: 'flower', searched: 'mist', min: '5' }],
  ['the same search', { q: 'blue  mist', category: 'flower', from: 'edibles', searched: 'blue mist' }],
  ['a cleared search', { q: ' ', from: 'flower', fromType: 'cannabis', searched: 'mist' }],
  ['no search', { q: '', category: 'flower', searched: '' }],
])('with %s, the URL matches the one the server would make of the same fields', (_, fields) => {
  const data = form(...(Object.entries(fields) as [string, string][]));
  const server = readFilter(new URLSearchParams(Object.entries(fields)));
  const address = new URL(addressOfForm(data, '/products'), 'http://shop');
  expect(catalogueHref(readFilter(address.searchParams))).toBe(catalogueHref(server));
  expect(address.searchParams.has('searched')).toBe(false);
});

test('every field of the form shows its part of the filter', () => {
  expect(fieldValues(NO_FILTER)).toEqual({
    q: [''],
    category: [''],
    type: [''],
    strain: [],
    thcMin: ['0'],
    thcMax: ['100'],
    mgMin: ['0'],
    mgMax: ['1000'],
    stock: [],
    sort: [''],
  });
  expect(
    fieldValues({
      ...NO_FILTER,
      q: 'mist',
      category: 'flower',
      type: 'cannabis',
      strains: ['indica'],
      minThc: 1250,
      maxThc: 2000,
      minMg: 5,
      maxMg: 100,
      inStock: true,
      sort: '-price',
    }),
  ).toEqual({
    q: ['mist'],
    category: ['flower'],
    type: ['cannabis'],
    strain: ['indica'],
    thcMin: ['12.5'],
    thcMax: ['20'],
    mgMin: ['5'],
    mgMax: ['100'],
    stock: ['1'],
    sort: ['-price'],
  });
});
