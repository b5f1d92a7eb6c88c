import { expect, test } from 'vitest';
import { printedGtin, readGtin, readSpreadsheetGtin } from './gtin.ts';

test.each([
  ['012345678905', '00012345678905'],
  [' 0 12345-67890 5 ', '00012345678905'],
  ['4006381333931', '04006381333931'],
  ['96385074', '00000096385074'],
  ['10012345678902', '10012345678902'],
  ['012345678904', null],
  ['12345678905', null],
  ['4.00638E+12', null],
  ['', null],
  ['01234567890', null],
  ['000000000000', null],
])('%j is the GTIN %j', (text, gtin) => {
  expect(readGtin(text)).toBe(gtin);
});

test.each([
  '036000291452',
  '0-36000-29145-2',
  '0036000291452',
  '00036000291452',
  '0100036000291452',
  ']C10100036000291452',
  ']d201000360002914521727013110LOT-7',
  '(01)00036000291452(10)LOT-7',
  '\u001d010003600029145221SER-9',
  'https://id.gs1.org/01/00036000291452/10/LOT-7?17=270131',
  'https://farm.example/gtin/036000291452',
])('%j is the same trade number', (text) => {
  expect(readGtin(text)).toBe('00036000291452');
});

test.each([
  ['01234565', '012345000065'],
  ['0425261-4', '042100005264'],
])('the short UPC-E %s is %s', (short, long) => {
  expect(readGtin(short)).toBe(long.padStart(14, '0'));
});

test.each([
  '0100036000291453',
  '01000360002914529X',
  'https://farm.example/products/00036000291452',
  'https://farm.example/01/00036000291453',
  '1A4060300000000000000001',
])('%j has no trade number in it', (text) => {
  expect(readGtin(text)).toBeNull();
});

test('a number is shown as packages print it', () => {
  expect(printedGtin('00036000291452')).toBe('036000291452');
  expect(printedGtin('04006381333931')).toBe('4006381333931');
  expect(printedGtin('00000096385074')).toBe('96385074');
  expect(printedGtin('10012345678902')).toBe('10012345678902');
  expect(printedGtin('00000000000116')).toBe('000000000116');
  // Saved before all were stored with 14 digits.
  expect(printedGtin('036000291452')).toBe('036000291452');
});

test('zeros that a spreadsheet dropped are put back, and nothing else', () => {
  expect(readSpreadsheetGtin('12345678905')).toBe('00012345678905');
  expect(readSpreadsheetGtin('12345678904')).toBeNull();
  expect(readSpreadsheetGtin('4006381333931')).toBe('04006381333931');
});
