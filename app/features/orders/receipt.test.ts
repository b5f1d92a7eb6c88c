import { expect, test } from 'vitest';
import { NO_RECEIPT_YET, receiptFileName, taxLines } from './receipt.ts';

test('a receipt has a line for each tax, the parts of a name added up', () => {
  const parts = [
    { name: 'State excise 9 %', amount: 900 },
    { name: 'Local excise 4 %', amount: 400 },
    { name: 'State excise 9 %', amount: 5 },
  ];
  expect(taxLines(parts, 1305)).toEqual([
    { name: 'State excise 9 %', amount: '$9.05' },
    { name: 'Local excise 4 %', amount: '$4.00' },
  ]);
});

test('an order without parts has its tax as a whole', () => {
  expect(taxLines([], 1305)).toEqual([{ name: 'Tax', amount: '$13.05' }]);
});

test('its file says nothing of what was bought, and before there is one the page says when', () => {
  expect(receiptFileName('ORD042')).toBe('receipt-ORD042.pdf');
  expect(NO_RECEIPT_YET).toMatch(/once the order has been picked up/);
});
