import { expect, test } from 'vitest';
import { NO_FILTER } from './catalogue-filter.ts';
import { nearMiss } from './near-miss.ts';

const vapes = { ...NO_FILTER, q: 'vapes' };
const prices = { lowest: 4500, highest: 9000 };

test.each([
  [{ maxPrice: 4000 }, 'No “vapes” under $40.00. The lowest price is $45.00.', 'price'],
  [{ minPrice: 10_000 }, 'No “vapes” over $100.00. The highest price is $90.00.', '-price'],
  [
    { minPrice: 100, maxPrice: 4000 },
    'No “vapes” from $1.00 to $40.00. The lowest price is $45.00.',
    'price',
  ],
  [
    { minPrice: 5000, maxPrice: 6000 },
    'No “vapes” from $50.00 to $60.00. Prices are $45.00 to $90.00.',
    'price',
  ],
  [
    { minPrice: 120_000, maxPrice: 1_000_000 },
    'No “vapes” over $1,200.00. The highest price is $90.00.',
    '-price',
  ],
] as const)('%j leads to the nearest price', (range, sentence, sort) => {
  expect(nearMiss({ ...vapes, ...range, page: 2 }, prices, '“vapes”')).toEqual({
    sentence,
    filter: { ...vapes, sort },
  });
});

test('a list without a price range, or without products at any price, has nothing nearer', () => {
  expect(nearMiss(vapes, prices, '“vapes”')).toBeNull();
  expect(nearMiss({ ...vapes, maxPrice: 4000 }, null, '“vapes”')).toBeNull();
});
