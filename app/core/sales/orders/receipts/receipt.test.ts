import { expect, test } from 'vitest';
import { NO_RECEIPT_YET, receiptFileName, taxLines } from './receipt.ts';

test('a receipt has a line for each tax, with parts of the same name added up', () => {
  const parts = [
    { name: 'State excise 9 %', amount: 900 },
    { name: 'Local excise 4 %', amount: 400 },
    { name: 'State excise 9 %', amount: 5 },
  ];
  expect(taxLines(parts, 1305, true)).toEqual([
    { name: 'State excise 9 %', amount: '$9.05' },
    { name: 'Local excise 4 %', amount: '$4.00' },
  ]);
});

test('a paid tax is not called an estimate', () => {
  const parts = [
    { name: 'Estimated Tax', amount: 1200 },
    { name: 'estimated county tax', amount: 5 },
  ];
  expect(taxLines(parts, 1205, true).map(({ name }) => name)).toEqual(['Tax', 'County tax']);
  expect(taxLines(parts, 1205, false).map(({ name }) => name)).toEqual([
    'Estimated Tax',
    'estimated county tax',
  ]);
});

test('an order without tax parts shows its tax as a whole', () => {
  expect(taxLines([], 1305, false)).toEqual([{ name: 'Tax', amount: '$13.05' }]);
});

test('the file name does not reveal what was bought, and until there is a receipt the page says when', () => {
  expect(receiptFileName('ORD042')).toBe('receipt-ORD042.pdf');
  expect(NO_RECEIPT_YET).toMatch(/once the order has been picked up/);
});
