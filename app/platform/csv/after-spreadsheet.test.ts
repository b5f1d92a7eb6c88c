/** What a spreadsheet leaves of a cell, and what the cell was. */
import { expect, test } from 'vitest';
import { damageOf, isSameAfterSpreadsheet, withoutFormula } from './after-spreadsheet.ts';

test.each([
  ['6.03342E+15', 'exponent'],
  ['4,00017E+11', 'exponent'],
  ['5-Nov', 'date'],
  ['Nov-26', 'date'],
  ['5. Nov', 'date'],
  ['11/5/2026', 'date'],
  ['01/08/26', 'date'],
  ['#N/A', 'error'],
  ['#REF!', 'error'],
  ['########', 'error'],
])('%s is what a spreadsheet left: %s', (text, damage) => {
  expect(damageOf(text)).toBe(damage);
});

test.each([
  '11-05',
  '1/8',
  '1E5',
  '3.5 g',
  'B-2026-11',
  'OG-12',
  '2026-11-05',
  '#4',
  'Mar-A-1',
  '12',
  '24-7 Haze',
])('%s may be as someone wrote it', (text) => {
  expect(damageOf(text)).toBeNull();
});

test.each([
  ['400017000336', '4.00017E+11'],
  ['6033420000000017', '6.03342E+15'],
  ['6033420000000017', '6033420000000010'],
  ['0042', '42'],
  ['3.50', '3.5'],
  ['.5', '0.5'],
  ['3.5', '3,5'],
  ['1E5', '1.00E+05'],
  ['1E5', '100000'],
  ['11-05', '5-Nov'],
  ['11-05', '11. Mai'],
  ['1/8', '8-Jan'],
  ['1/8', '01/08/26'],
  ['OCT-12', '12-Oct'],
  ['11-2026', 'Nov-26'],
  ['3/4/26', '3/4/2026'],
  ['true', 'TRUE'],
])('%s opened and saved by a spreadsheet is %s', (stored, given) => {
  expect(isSameAfterSpreadsheet(stored, given)).toBe(true);
});

test.each([
  ['400017000336', '4.00018E+11'],
  ['0042', '43'],
  ['11-05', '6-Nov'],
  ['11-05', '5-11'],
  ['3.5 g', '3.50 g'],
  ['Blue', 'blue'],
  ['B-1', '1'],
])('%s is never saved as %s', (stored, given) => {
  expect(isSameAfterSpreadsheet(stored, given)).toBe(false);
});

test('a text in a formula is that text', () => {
  expect(withoutFormula('="0042"')).toBe('0042');
  expect(withoutFormula('="5"" pipe"')).toBe('5" pipe');
  expect(withoutFormula('=1+1')).toBe('=1+1');
});
