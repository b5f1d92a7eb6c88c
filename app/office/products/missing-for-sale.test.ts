import { expect, test } from 'vitest';
import { blankProduct } from '#core/catalogue/products/blank-product.ts';
import { missingForSale } from './missing-for-sale.ts';

const flower = blankProduct({ categoryId: 1, productType: 'cannabis' });
const mug = { ...blankProduct({ categoryId: 1, productType: 'apparel' }), retailPrice: 1800 };
const aLot = (status: 'sellable' | 'untested' | 'quarantined', onHand = 5) => ({
  batchNumber: 'B-1',
  status,
  onHand,
});

test('new cannabis lacks price, legal fields, a lot and its test result', () => {
  expect(missingForSale(flower, []).map(({ field }) => field)).toEqual([
    'retailPrice',
    'limitCategory',
    'limitMg',
    'lot',
  ]);
  expect(missingForSale(flower, []).at(-1)?.message).toBe('Receive a lot with its test result.');
});

test('a lot that waits is named; a lot on sale is enough', () => {
  const lotOf = (...lots: Parameters<typeof missingForSale>[1]) =>
    missingForSale(mug, lots).map(({ message }) => message);
  expect(lotOf()).toEqual(['Receive a lot.']);
  expect(lotOf(aLot('untested'))).toEqual(['Record the test result of batch B-1, then put it on sale.']);
  expect(lotOf(aLot('quarantined'), aLot('sellable', 0))).toEqual(['Receive a lot.']);
  expect(lotOf(aLot('untested'), aLot('sellable'))).toEqual([]);
});

test('a product on sale lacks nothing', () => {
  expect(missingForSale({ ...mug, forSale: true }, [])).toEqual([]);
});
