import { expect, test } from 'vitest';
import { readGtin, readSpreadsheetGtin } from './gtin.ts';

test.each([
  ['012345678905', '012345678905'],
  [' 0 12345-67890 5 ', '012345678905'],
  ['4006381333931', '4006381333931'],
  ['96385074', '96385074'],
  ['10012345678902', '10012345678902'],
  ['012345678904', null],
  ['12345678905', null],
  ['4.00638E+12', null],
  ['', null],
  ['01234567890', null],
])('%j is the GTIN %j', (text, gtin) => {
  expect(readGtin(text)).toBe(gtin);
});

test('zeros that a spreadsheet dropped are put back, and nothing else', () => {
  expect(readSpreadsheetGtin('12345678905')).toBe('012345678905');
  expect(readSpreadsheetGtin('12345678904')).toBeNull();
  expect(readSpreadsheetGtin('4006381333931')).toBe('4006381333931');
});
