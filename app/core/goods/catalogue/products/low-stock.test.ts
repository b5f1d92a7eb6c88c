import { expect, test } from 'vitest';
import { isLowStock } from './low-stock.ts';

test.each([
  { available: 5, lowStockLevel: null, low: true },
  { available: 6, lowStockLevel: null, low: false },
  { available: 40, lowStockLevel: 40, low: true },
  { available: 41, lowStockLevel: 40, low: false },
  // A level of its own replaces the store's, also a lower one.
  { available: 5, lowStockLevel: 0, low: false },
  { available: 0, lowStockLevel: 0, low: true },
])(
  '$available available at the level $lowStockLevel of a product, 5 of the store: low is $low',
  ({ low, ...stocked }) => {
    expect(isLowStock(stocked, 5)).toBe(low);
  },
);
