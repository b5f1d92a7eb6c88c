/**
 * Tests the checklist for sale: what is missing is named with its place, and a complete product on sale lacks
 * nothing.
 */
import { expect, test } from 'vitest';
import { blankProduct } from '#core/goods/catalogue/products/blank-product.ts';
import { saleChecklist } from './sale-checklist.ts';

type Lot = Parameters<typeof saleChecklist>[1][number];

const flower = blankProduct({ categoryId: 1, productType: 'cannabis' });
const mug = { ...blankProduct({ categoryId: 1, productType: 'apparel' }), retailPrice: 1800 };
const aLot = (lot: Partial<Lot>): Lot => ({
  id: 7,
  batchNumber: 'B-1',
  status: 'sellable',
  testStatus: null,
  labName: null,
  coaNumber: null,
  totalThcBasisPoints: null,
  totalCbdBasisPoints: null,
  expiresOn: null,
  onHand: 5,
  ...lot,
});
const open = (...given: Parameters<typeof saleChecklist>) =>
  saleChecklist(...given).filter(({ isDone }) => !isDone);

test('new cannabis lacks a price, legal fields, a picture, a lot and its test result', () => {
  expect(open(flower, [], 0).map(({ label }) => label)).toEqual([
    'Retail',
    'Counts as',
    'Amount that counts',
    'Picture',
    'Lot',
  ]);
  expect(open(flower, [], 0).at(-1)?.message).toBe('Receive a lot with its test result.');
});

test('a waiting lot is named and linked, and one lot on sale is enough', () => {
  const needed = (...lots: Lot[]) =>
    open(mug, lots, 1)
      .filter(({ isNeeded }) => isNeeded)
      .map(({ message }) => message);
  expect(needed()).toEqual(['Receive a lot.']);
  expect(needed(aLot({ status: 'quarantined' }), aLot({ onHand: 0 }))).toEqual(['Put batch B-1 on sale.']);
  expect(needed(aLot({ status: 'untested' }), aLot({}))).toEqual([]);
  const waiting = open(flower, [aLot({ status: 'untested' })], 1).filter(
    ({ label }) => label === 'Test result',
  );
  expect(waiting).toMatchObject([
    { where: { lot: 7 }, message: 'Record the test result of batch B-1, then put it on sale.' },
  ]);
});

test('a complete product lacks nothing', () => {
  const ready = { ...flower, retailPrice: 4000, limitCategory: 'flower' as const, limitMg: 3500 };
  const tested = aLot({ testStatus: 'TestPassed', expiresOn: '2027-01-31' });
  expect(open(ready, [tested], 1).map(({ message }) => message)).toEqual([
    'Enter from the certificate of batch B-1: laboratory, certificate number, total THC, total CBD.',
  ]);
  const certificate = {
    labName: 'Hudson Labs',
    coaNumber: 'HL-9',
    totalThcBasisPoints: 2140,
    totalCbdBasisPoints: 0,
  };
  expect(open(ready, [{ ...tested, ...certificate }], 1)).toEqual([]);
});
