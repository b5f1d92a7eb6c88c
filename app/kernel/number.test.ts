import { expect, test } from 'vitest';
import { fitsInteger, wholeNumber } from './number.ts';

test('a whole number is typed in plain digits', () => {
  expect(wholeNumber('1', 9)).toBe(1);
  expect(wholeNumber('9', 9)).toBe(9);
  expect(wholeNumber('0009', 9)).toBe(9);
  for (const none of ['10', '0', '', '-1', ' 1', '1 ', '1e1', 'x1', '1x', '12345678901'])
    expect(wholeNumber(none, 9), none).toBeNull();
  expect(wholeNumber(null, 9)).toBeNull();
  expect(wholeNumber(new File(['1'], '1'), 9)).toBeNull();
});

test('an integer column holds 2,147,483,647 and nothing larger', () => {
  expect(wholeNumber('2147483647')).toBe(2_147_483_647);
  expect(wholeNumber('2147483648')).toBeNull();
  expect([0, 1, 2_147_483_647].map((value) => fitsInteger(value))).toEqual([false, true, true]);
  expect(fitsInteger(0, 0)).toBe(true);
  for (const none of [2_147_483_648, 1.5, Number.NaN, '1', null])
    expect(fitsInteger(none), `${none}`).toBe(false);
});
