import { expect, test } from 'vitest';
import { readScannedCode } from '../scan/scanned-code.ts';
import { findKnown, type KnownGoods } from './known-goods.ts';

const TAG = '1A41203000020D5000000078';
const known: KnownGoods[] = [
  {
    ...{ productId: 7, name: 'Kestrel Moon', upc: '036000291452' },
    lots: [
      {
        ...{ lotId: 1, batchNumber: 'KM-1', status: 'recalled', expiresOn: null },
        ...{ packageTag: null, retailItemId: null },
      },
      {
        ...{ lotId: 2, batchNumber: 'KM-2', status: 'sellable', expiresOn: '2027-01-31' },
        ...{ packageTag: TAG, retailItemId: null },
      },
    ],
  },
];
const find = (text: string) => findKnown(readScannedCode(text, 'farm.example'), known);

test.each([
  ['036000291452', null],
  ['0036000291452', null],
  ['km-2', 2],
  ['KM-1', 1],
  [TAG, 2],
  ['HTTPS://1A4.COM/5LO1I9DSOPW43WR19JI8', 2],
  ['https://farm.example/certificates/2', 2],
  ['https://farm.example/products/7', null],
])('%s names the product, and its lot where the code has one', (code, lotId) => {
  expect(find(code)).toMatchObject({ productId: 7, lot: lotId === null ? null : { lotId } });
});

test('the state’s code names one unit, the same however its label writes it', () => {
  const units = ['HTTPS://1A4.COM/5LO1I9DSOPW43WR19JI8', 'https://1a4.com/GkEgMAACDVAAAAB4AA'];
  expect(new Set(units.map((code) => find(code)?.unit)).size).toBe(1);
});

test.each([
  'PLOVER-01',
  '012345678905',
  'https://evil.example/certificates/2',
  'ORD042',
  '@ANSI 636001',
  '__proto__',
])('%s names nothing of this order', (code) => {
  expect(find(code)).toBeNull();
});
