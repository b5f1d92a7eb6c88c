import { expect, test } from 'vitest';
import { cents } from '#kernel/money.ts';
import type { LotFacts, ProductFacts } from './product.ts';
import { isCannabis } from './product.ts';
import { lotRows, productRows } from './product-facts.ts';

const bare: ProductFacts = {
  id: 7,
  name: 'Blue Mist',
  retailPrice: cents(3500),
  offer: null,
  productType: 'cannabis',
  categoryName: 'Flower',
  requiresId: true,
  strainCode: null,
  strainName: null,
  strainType: null,
  lineage: null,
  terpenes: null,
  thc: null,
  cbd: null,
  thcMg: null,
  cbdMg: null,
  size: null,
  batchNumber: null,
  available: 3,
  pictures: [],
  categorySlug: 'flower',
  description: '',
  cannabisContent: null,
  upcCode: null,
  limitMg: 3500,
  netWeightMg: null,
  limitCategory: null,
  servings: null,
  lot: null,
  updatedAt: new Date(0),
};
const bareLot: LotFacts = {
  id: 12,
  batchNumber: 'B-1',
  harvestedOn: null,
  packagedOn: null,
  expiresOn: null,
  labName: null,
  coaNumber: null,
  certificate: null,
  testStatus: null,
  totalThc: null,
  totalCbd: null,
};
const asText = (rows: { label: string; value: string }[]) =>
  rows.map(({ label, value }) => `${label}: ${value}`);

test('unknown facts of a product have no row', () => {
  expect(asText(productRows(bare))).toEqual(['Type: Cannabis']);
  expect(asText(productRows({ ...bare, productType: '', strainCode: '' }))).toEqual([]);
});

test('a product shows everything the law requires, milligrams per serving and per package included', () => {
  const gummies: ProductFacts = {
    ...bare,
    strainCode: 'BM-2',
    strainName: 'Blue Mist',
    strainType: 'hybrid',
    size: '10 pieces',
    netWeightMg: 40_000,
    thc: 0,
    cbd: 25,
    thcMg: 100,
    cbdMg: 5,
    servings: 10,
    upcCode: '012345678905',
  };
  expect(asText(productRows(gummies))).toEqual([
    'Type: Cannabis',
    'Strain: Blue Mist (BM-2)',
    'Strain type: Hybrid',
    'Size: 10 pieces',
    'Net weight: 40 g',
    'THC: 0%',
    'CBD: 0.25%',
    'THC per package: 100 mg',
    'THC per serving: 10 mg',
    'CBD per package: 5 mg',
    'CBD per serving: 0.5 mg',
    'Servings: 10',
    'UPC: 012345678905',
  ]);
});

test.each([
  ['Beaverkill', 'BVK', 'Beaverkill (BVK)'],
  ['Beaverkill', 'Beaverkill', 'Beaverkill'],
  ['Beaverkill', null, 'Beaverkill'],
  [null, 'BVK', 'BVK'],
])('a strain %s with the code %s reads %s', (strainName, strainCode, words) => {
  expect(asText(productRows({ ...bare, strainName, strainCode }))).toContain(`Strain: ${words}`);
});

test.each([
  [750, '750 mg'],
  [999, '999 mg'],
  [1000, '1 g'],
  [3500, '3.5 g'],
  [28_349, '28.35 g'],
])('%i mg is shown as %s', (netWeightMg, words) => {
  expect(asText(productRows({ ...bare, netWeightMg }))).toContain(`Net weight: ${words}`);
});

test('milligrams are rounded to hundredths and grouped by thousands', () => {
  const rows = asText(productRows({ ...bare, thcMg: 1000, servings: 3 }));
  expect(rows).toContain('THC per package: 1,000 mg');
  expect(rows).toContain('THC per serving: 333.33 mg');
});

test('without servings, or with zero, nothing is shown per serving', () => {
  for (const servings of [null, 0]) {
    expect(asText(productRows({ ...bare, thcMg: 100, servings })).join()).not.toContain('per serving');
  }
  expect(asText(productRows({ ...bare, thcMg: 100, servings: 1 }))).toContain('THC per serving: 100 mg');
});

test('unknown facts and invalid dates of a batch have no row', () => {
  expect(asText(lotRows(bareLot))).toEqual(['Batch: B-1']);
  expect(asText(lotRows({ ...bareLot, harvestedOn: '2026-02-30' }))).toEqual(['Batch: B-1']);
});

test('a batch shows its packing date, its last day and the laboratory’s results', () => {
  const lot: LotFacts = {
    ...bareLot,
    harvestedOn: '2026-01-02',
    packagedOn: '2026-02-03',
    expiresOn: '2027-02-03',
    totalThc: 2450,
    totalCbd: 0,
    labName: 'Catskill Analytics',
    coaNumber: 'COA-77',
    certificate: null,
    testStatus: 'RetestPassed',
  };
  expect(asText(lotRows(lot))).toEqual([
    'Batch: B-1',
    'Harvested: Jan 2, 2026',
    'Packaged: Feb 3, 2026',
    'Best by: Feb 3, 2027',
    'Total THC: 24.5%',
    'Total CBD: 0%',
    'Laboratory: Catskill Analytics',
    'Certificate (COA): COA-77',
    'Test: Retest passed',
  ]);
  expect(asText(lotRows({ ...bareLot, testStatus: 'TestPassed' }))).toContain('Test: Test passed');
});

test('a batch links to its certificate if a laboratory has reported on it', () => {
  const link = (lot: Partial<LotFacts>) =>
    lotRows({ ...bareLot, ...lot }).flatMap(({ label, value, href }) => (href ? [[label, value, href]] : []));
  expect(link({ coaNumber: 'COA-77' })).toEqual([['Certificate (COA)', 'COA-77', '/certificates/12']]);
  for (const found of [{ labName: 'Catskill Analytics' }, { certificate: '/media/certificates/12/a.pdf' }])
    expect(link(found)).toEqual([['Certificate (COA)', 'Laboratory results', '/certificates/12']]);
  expect(link({ testStatus: 'TestPassed' })).toEqual([]);
});

test('only the type cannabis counts as cannabis', () => {
  expect(isCannabis({ productType: 'cannabis' })).toBe(true);
  expect(isCannabis({ productType: 'apparel' })).toBe(false);
});

test('lineage and terpenes have rows of their own, if the product has them', () => {
  const labels = (product: ProductFacts) => productRows(product).map(({ label }) => label);
  expect(labels(bare)).not.toContain('Terpenes');
  expect(labels(bare)).not.toContain('Lineage');
  expect(productRows({ ...bare, lineage: 'Afghan × Thai', terpenes: 'Myrcene 0.8%' })).toEqual(
    expect.arrayContaining([
      { label: 'Lineage', value: 'Afghan × Thai' },
      { label: 'Terpenes', value: 'Myrcene 0.8%' },
    ]),
  );
});
