import { expect, test } from 'vitest';
import { lotPath, readLotCode } from '#core/goods/stock/lots/lots.ts';
import type { PublicLot } from './lot-page-queries.server.ts';
import { lotWarning, originRows, testRows } from './lot-rows.ts';

const lot: PublicLot = {
  ...{ productId: 1, product: 'Kestrel Moon', size: '3.5 g', productType: 'cannabis', isOnMenu: true },
  ...{
    batchNumber: 'B-1',
    packageTag: null,
    status: 'sellable',
    grownIn: 'East field',
    harvestedOn: '2026-02-28',
  },
  ...{
    curedOn: null,
    packagedOn: null,
    expiresOn: null,
    testStatus: 'TestPassed',
    totalThc: 2240,
    totalCbd: null,
  },
  ...{
    netWeightMg: null,
    thcMg: null,
    cbdMg: null,
    terpenes: 'Myrcene 0.8%',
    testPanels: 'Pesticides',
    labName: null,
    coaNumber: null,
  },
  ...{ certificate: null, recall: null },
};

test('a lot’s page has rows for what is known, and none for what is not', () => {
  expect(originRows(lot)).toEqual([
    { label: 'Batch', value: 'B-1' },
    { label: 'Field or room', value: 'East field' },
    { label: 'Harvested', value: 'Feb 28, 2026' },
  ]);
  expect(testRows(lot)).toEqual([
    { label: 'Test', value: 'Test passed' },
    { label: 'Total THC', value: '22.4%' },
    { label: 'Terpenes', value: 'Myrcene 0.8%' },
    { label: 'Panels passed', value: 'Pesticides' },
  ]);
});

test('milligrams are of the lot’s own test where the product has a net weight', () => {
  const perPackage = (changes: Partial<PublicLot>) =>
    testRows({ ...lot, thcMg: 784, ...changes }).find(({ label }) => label === 'THC per package')?.value;
  expect(perPackage({ totalThc: 2310, netWeightMg: 3500 })).toBe('809 mg');
  expect(perPackage({ totalThc: null, netWeightMg: 3500 })).toBe('784 mg');
  expect(perPackage({ totalThc: 2310, netWeightMg: null })).toBe('784 mg');
});

test('a mug has no lab test', () => {
  expect(testRows({ ...lot, productType: 'apparel' })).toEqual([]);
});

test.each([
  ['sellable', false],
  ['recalled', false],
  ['expired', true],
  ['quarantined', true],
  ['untested', true],
] as const)('a lot that is %s has a warning beside its recall: %s', (status, has) => {
  expect(lotWarning({ status }) !== null).toBe(has);
});

test.each([
  ['0123456789AB', '0123456789AB'],
  ['0123456789ab', '0123456789AB'],
  ['17', null],
  ['0123456789AG', null],
  ['0123456789ABC', null],
  ['../products/1', null],
])('the code %s is read as %s', (text, code) => {
  expect(readLotCode(text)).toBe(code);
  if (code) expect(lotPath(code)).toBe(`/lots/${code}`);
});
