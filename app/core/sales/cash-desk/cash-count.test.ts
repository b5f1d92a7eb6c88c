import { expect, test } from 'vitest';
import { readCashCount } from './cash-count.ts';

const read = (fields: Record<string, string>) => readCashCount((field) => fields[field] ?? '');
const amountOf = (fields: Record<string, string>) => {
  const outcome = read(fields);
  return outcome.ok ? outcome.value.amount : outcome.problem.field;
};

test('a count is one sum, or its bills and coins, which add up', () => {
  expect(read({ amount: '200' })).toEqual({ ok: true, value: { amount: 20_000, pieces: null } });
  expect(read({ 'pieces-2000': '5', 'pieces-25': '3', 'pieces-1': '0' })).toEqual({
    ok: true,
    value: { amount: 10_075, pieces: { 2000: 5, 25: 3 } },
  });
  expect(amountOf({ amount: '100.75', 'pieces-2000': '5', 'pieces-25': '3' })).toBe(10_075);
  expect(read({ amount: '100.00', 'pieces-2000': '6' })).toMatchObject({
    ok: false,
    problem: { field: 'amount', message: expect.stringContaining('$120.00') },
  });
});

test('an empty drawer is counted as 0, and nothing at all is no count', () => {
  expect(amountOf({ amount: '0' })).toBe(0);
  expect(amountOf({ 'pieces-100': '0' })).toBe(0);
  expect(amountOf({})).toBe('amount');
});

test.each([
  '1e9',
  '１０',
  '-0',
  '-5',
  '5,00',
  '5.005',
  '5.5',
  '0x10',
  ' ',
  '50000.01',
  '999999',
  'NaN',
  '1 000',
])('a sum of %j is refused', (amount) => expect(amountOf({ amount })).toBe('amount'));
test.each(['1e3', '-1', '1.5', '１', '12345'])('%j bills are refused', (typed) =>
  expect(amountOf({ 'pieces-2000': typed })).toBe('pieces-2000'),
);
test('more than a drawer can hold is refused, however it is entered', () => {
  expect(amountOf({ 'pieces-10000': '501' })).toBe('amount');
});
