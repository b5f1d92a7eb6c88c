import { expect, test } from 'vitest';
import { cents } from '#kernel/money.ts';
import { sitemap, sitemapIndex } from '#shop/information/sitemap.ts';
import { addressOfForm, fieldValues } from '#shop/menu/filter-form.ts';
import { pageNumbers } from '#shop/menu/page-numbers.ts';
import { breadcrumbJsonLd, productJsonLd } from '#shop/product/structured-data.ts';
import { NO_FILTER } from './catalogue-filter.ts';
import { pictureSrcSet, pictureUrl } from './pictures/picture.ts';
import type { ProductFacts } from './products/product.ts';
import { lotRows, productRows } from './products/product-facts.ts';
import { readProductId } from './products/read-product-id.ts';
import { formatPercent, productTypeLabel } from './search/strain.ts';

const gummies: ProductFacts = {
  id: 7,
  name: 'Pastilles',
  retailPrice: cents(2400),
  offer: null,
  productType: 'cannabis',
  categoryName: 'Edibles',
  categorySlug: 'edibles',
  requiresId: true,
  strainCode: 'CNF',
  strainName: 'Confluence',
  strainType: 'hybrid',
  lineage: null,
  terpenes: null,
  thc: null,
  cbd: null,
  thcMg: 100,
  cbdMg: 0,
  size: '10 × 10 mg',
  batchNumber: 'B-1',
  available: 3,
  pictures: [{ key: 'products/p-1', alt: 'A tin', tint: '#dde6df' }],
  description: 'Grape.',
  cannabisContent: null,
  upcCode: '400017000336',
  limitMg: 3500,
  netWeightMg: 60_000,
  limitCategory: 'edible',
  servings: 10,
  lot: null,
  updatedAt: new Date(0),
};

test('an edible states milligrams per serving and per package', () => {
  const rows = Object.fromEntries(productRows(gummies).map(({ label, value }) => [label, value]));
  expect(rows).toMatchObject({
    'THC per package': '100 mg',
    'THC per serving': '10 mg',
    'CBD per package': '0 mg',
    'Net weight': '60 g',
    UPC: '400017000336',
    Size: '10 × 10 mg',
  });
  expect(rows).not.toHaveProperty('THC');
});

test('a lot shows its dates and its test, and nothing that is unknown', () => {
  const rows = lotRows({
    id: 12,
    batchNumber: 'B-1',
    harvestedOn: null,
    packagedOn: '2026-11-05',
    expiresOn: '2027-02-28',
    labName: 'Lab',
    coaNumber: 'C-9',
    certificate: null,
    testStatus: 'RetestPassed',
    totalThc: 2450,
    totalCbd: null,
  });
  expect(rows.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Batch: B-1',
    'Packaged: Nov 5, 2026',
    'Best by: Feb 28, 2027',
    'Total THC: 24.5%',
    'Laboratory: Lab',
    'Certificate (COA): C-9',
    'Test: Retest passed',
  ]);
});

const page = { sizes: [], origin: 'https://shop.example', seller: 'Farm' };

test('structured data contains the price in dollars and the availability', () => {
  expect(productJsonLd(gummies, page)).toMatchObject({
    image: ['https://shop.example/media/products/p-1-1200.webp'],
    offers: { price: '24.00', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
  });
  const soldOut = productJsonLd({ ...gummies, available: 0, pictures: [] }, page);
  expect(soldOut).toMatchObject({
    image: ['https://shop.example/placeholder-product.jpg'],
    offers: { availability: 'https://schema.org/OutOfStock' },
  });
  expect(breadcrumbJsonLd([{ name: 'Products', path: '/products' }], 'https://shop.example')).toMatchObject({
    itemListElement: [{ position: 1, name: 'Products', item: 'https://shop.example/products' }],
  });
});

test('an invalid product id is refused', () => {
  expect(readProductId('12')).toBe(12);
  expect(readProductId('2147483647')).toBe(2_147_483_647);
  for (const text of [undefined, '', '0', '-1', '1.5', '1e3', '007', 'abc', '2147483648', '99999999999']) {
    expect(readProductId(text)).toBeNull();
  }
});

test('paging shows the ends and the neighbors, and no gap of one page', () => {
  expect(pageNumbers(1, 1)).toEqual([1]);
  expect(pageNumbers(1, 9)).toEqual([1, 2, null, 9]);
  expect(pageNumbers(4, 9)).toEqual([1, 2, 3, 4, 5, null, 9]);
  expect(pageNumbers(9, 9)).toEqual([1, null, 8, 9]);
});

test('a form makes an address without default values', () => {
  const form = new FormData();
  for (const [name, value] of [
    ['q', ' mist '],
    ['category', ''],
    ['min', '0'],
    ['max', '1000'],
    ['strain', 'indica'],
    ['strain', 'hybrid'],
    ['sort', ''],
  ] as const) {
    form.append(name, value);
  }
  expect(addressOfForm(form, '/products')).toBe('/products?q=mist&strain=indica&strain=hybrid');
  expect(addressOfForm(new FormData(), '/')).toBe('/');
});

test('a form shows the default order as not chosen', () => {
  expect(fieldValues({ ...NO_FILTER, category: 'flower', sort: 'name' }).sort).toEqual(['']);
  // The whole menu is by category unless A to Z is chosen.
  expect(fieldValues(NO_FILTER).sort).toEqual(['']);
  expect(fieldValues({ ...NO_FILTER, sort: 'name' }).sort).toEqual(['name']);
  expect(fieldValues({ ...NO_FILTER, q: 'mist', sort: 'name' }).sort).toEqual(['name']);
});

test('a picture has an address for each width, and a product without one has the placeholder', () => {
  expect(pictureUrl('products/a-1f', 320)).toBe('/media/products/a-1f-320.webp');
  expect(pictureUrl(null, 640)).toBe('/placeholder-product.jpg');
  expect(pictureSrcSet(null)).toBeUndefined();
  expect(pictureSrcSet('a')).toBe('/media/a-320.webp 320w, /media/a-640.webp 640w, /media/a-1200.webp 1200w');
});

test('the sitemap escapes what XML must have escaped', () => {
  const text = sitemap('https://shop.example', [{ path: '/products?a=1&b=<2>', changedOn: '2026-11-05' }]);
  expect(text).toContain(
    '<loc>https://shop.example/products?a=1&amp;b=&lt;2&gt;</loc><lastmod>2026-11-05</lastmod>',
  );
  expect(sitemapIndex('https://shop.example', 2)).toContain(
    '<loc>https://shop.example/sitemap.xml?part=2</loc>',
  );
});

test('types and percentages are written the way people write them', () => {
  expect(productTypeLabel('fly_fishing')).toBe('Fly Fishing');
  expect(formatPercent(2450)).toBe('24.5%');
  expect(formatPercent(10)).toBe('0.1%');
});
