/** Cells as people and programs write them, and heads as they name them. */
import { expect, test } from 'vitest';
import type { ImportField } from '../products/inventory-csv.ts';
import { columnsLeftOut, doubtfulFields, findHeads, mapByHeader } from './file-heads.ts';
import { plainCell } from './import-cell.ts';

test.each<[ImportField, string, string, string?]>([
  ['retailPrice', ' $ 25.00 ', '$25.00'],
  ['retailPrice', '$ -', '0'],
  ['retailPrice', '48.0000', '48.00'],
  ['retailPrice', '1,200', '1,200'],
  ['retailPrice', '25 USD', '25'],
  ['retailPrice', '(5.00)', '-5.00'],
  ['stock', '1,200', '1200'],
  ['stock', '48.0000', '48'],
  ['stock', '12 ea', '12'],
  ['stock', '12.5', '12.5'],
  ['thcBasisPoints', '22.4%', '22.4'],
  ['thcBasisPoints', '22.4375', '22.44'],
  ['cbdBasisPoints', 'ND', '0'],
  ['thcBasisPoints', 'N/A', ''],
  ['netWeightMg', '.5g', '500 mg'],
  ['netWeightMg', '1 oz', '28000 mg'],
  ['netWeightMg', 'eighth', '3500 mg'],
  ['netWeightMg', '5 x 0.5g', '2500 mg'],
  ['netWeightMg', '0.5', '0.5 g', 'Net weight (g)'],
  ['netWeightMg', '0.5', '0.5'],
  ['size', '.5g', '0.5 g'],
  ['size', '3.5G', '3.5 g'],
  ['size', '5 x 0.5g', '5 × 0.5 g'],
  ['size', '3.5', '3.5 g', 'Weight (g)'],
  ['size', 'eighth', 'eighth'],
  ['forSale', 'Y', 'yes'],
  ['forSale', 'TRUE', 'yes'],
  ['forSale', 'x', 'yes'],
  ['forSale', '1', 'yes'],
  ['forSale', '0', 'no'],
  ['strainType', 'I', 'indica'],
  ['strainType', 'Indica-dominant hybrid', 'hybrid'],
  ['expiresOn', '11/30/2027', '2027-11-30'],
  ['expiresOn', 'Nov 30, 2027', '2027-11-30'],
  ['expiresOn', '30-Nov-27', '2027-11-30'],
  ['expiresOn', '30.11.2027', '2027-11-30'],
  ['expiresOn', '02/30/2027', '02/30/2027'],
  ['upcCode', '0-36000-29145-2', '00036000291452'],
])('%s ‘%s’ is read as ‘%s’', (field, text, plain, head = '') => {
  expect(plainCell(field, text.trim(), { decimalCommas: false, head })).toBe(plain);
});

test.each<[string, ImportField]>([
  ['Qty on hand', 'stock'],
  ['Stock (units)', 'stock'],
  ['THC %', 'thcBasisPoints'],
  ['% THC', 'thcBasisPoints'],
  ['THC (mg)', 'thcMgPerPackage'],
  ['CBD', 'cbdBasisPoints'],
  ['Strain type', 'strainType'],
  ['Cost', 'wholesalePrice'],
  ['On sale', 'forSale'],
  ['Price ($)', 'retailPrice'],
  ['Lot #', 'batchNumber'],
  ['COA #', 'coaNumber'],
  ['Best by', 'expiresOn'],
  ['Weight (g)', 'size'],
])('the column ‘%s’ is %s', (head, field) => {
  expect(mapByHeader(['Item', head])).toEqual({ name: 0, [field]: 1 });
});

test('the heads are the line with most of them, and columns nobody reads are named with why', () => {
  expect(findHeads([['Our list'], ['Item', 'Lot', 'Qty'], ['Hollow Haze', 'HH-1', '3']])).toBe(1);
  expect(
    findHeads([
      ['Honey', '12'],
      ['Mug', '3'],
    ]),
  ).toBe(0);
  const header = ['Item', 'Price', 'Price', 'Brand', 'Shade'];
  expect(doubtfulFields(header)).toEqual(['retailPrice']);
  expect(columnsLeftOut(header, { name: 0, retailPrice: 1 })).toEqual([
    { head: 'Price', why: null },
    { head: 'Brand', why: expect.stringContaining('no brands') },
    { head: 'Shade', why: null },
  ]);
});
