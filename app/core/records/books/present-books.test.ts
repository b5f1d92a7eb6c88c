/** Tests the words beside the figures of the books. */
import { expect, test } from 'vitest';
import type { BookFigures } from './figures.ts';
import { cashDifference } from './present-books.ts';

/** A class with 100.00 of net sales and 12.00 of tax, and this much cash. */
const books = (taken: number, returned = 0) =>
  ({
    classes: [
      {
        taxClass: 'cannabis',
        units: 1,
        gross: 10_000,
        discount: 0,
        refunded: 0,
        net: 10_000,
        tax: 1200,
        cost: 0,
        uncosted: 0,
      },
    ],
    correctedClasses: [],
    cash: [{ day: '2026-10-01', personId: '', person: '', payments: 1, taken, refunds: 0, returned }],
  }) as unknown as BookFigures;

test('cash that is not net sales with tax is explained, and only then', () => {
  expect(cashDifference(books(11_200))).toBeNull();
  expect(cashDifference(books(12_200, 1000))).toBeNull();
  expect(cashDifference(books(12_200))).toMatch(
    /^Net sales with tax are \$112\.00\. Cash is \$10\.00 more: /,
  );
  expect(cashDifference(books(0))).toContain('Cash is $112.00 less: ');
});
