/** Tests the sign and the unit of every figure of the books, in the file and on paper. */
import { expect, test } from 'vitest';
import { pdfWords } from '#tests/support/pdf-text.ts';
import { bookRows } from './book-rows.ts';
import { drawBooks } from './draw-books.server.ts';
import type { BookFigures } from './figures.ts';

/** One class, one rule with refunds, one person's cash, and one canceled order of an earlier month. */
const figures: BookFigures = {
  ...{ from: '2026-10-01', to: '2026-10-31', basis: 'hand-over', orders: 3 },
  classes: [
    {
      ...{ taxClass: 'cannabis', units: 7, gross: 12_345, discount: 345, refunded: 2_000 },
      ...{ net: 10_000, tax: 887, cost: 4_321, uncosted: 150 },
    },
  ],
  correctedClasses: [
    {
      ...{ taxClass: 'cannabis', units: -1, gross: -1_100, discount: -100, refunded: 0 },
      ...{ net: -1_000, tax: -89, cost: -400, uncosted: 0 },
    },
  ],
  rules: [
    {
      ...{ ruleId: 'sales', name: 'Sales tax', rate: 887, base: 12_000, amount: 1_064 },
      ...{ refundedBase: 2_000, refunded: 177 },
    },
  ],
  correctedRules: [
    {
      ...{ ruleId: 'sales', name: 'Sales tax', rate: 887, base: -1_000, amount: -89 },
      ...{ refundedBase: 0, refunded: 0 },
    },
  ],
  cash: [
    {
      ...{ day: '2026-10-02', personId: 'p', person: 'Ben', payments: 3 },
      ...{ taken: 12_887, refunds: 1, returned: 2_177, rounding: -3 },
    },
  ],
  placed: { orders: 2, total: 5_678 },
  inventory: {
    opening: { day: '2026-09-30', units: 90, value: 45_001, unitsWithoutCost: 4, isLate: false },
    closing: { day: '2026-10-31', units: 80, value: 40_002, unitsWithoutCost: 3, isLate: false },
  },
  corrections: [
    {
      ...{ number: 'ORD007', day: '2026-09-30', bookedOn: '2026-10-04', cause: 'Canceled', by: 'Ana' },
      ...{ reason: null, orders: -1, net: -1_000, tax: -89, cash: -1_089 },
    },
  ],
};

test('the file of a month has each figure with its sign and its unit', () => {
  expect(
    bookRows(figures).map(
      ({ section, item, figure, value }) => `${section} | ${item} | ${figure} | ${value}`,
    ),
  ).toEqual([
    'Sales | Total | Orders | 3',
    'Sales | Cannabis | Units | 7',
    'Sales | Cannabis | Gross sales | 123.45',
    'Sales | Cannabis | Discounts | 3.45',
    'Sales | Cannabis | Refunds | 20.00',
    'Sales | Cannabis | Net sales | 100.00',
    'Sales | Cannabis | Tax | 8.87',
    'Sales | Cannabis | Cost of goods | 43.21',
    'Sales | Cannabis | Net sales without a cost on file | 1.50',
    'Sales | Corrections of earlier months | Units | -1',
    'Sales | Corrections of earlier months | Gross sales | -11.00',
    'Sales | Corrections of earlier months | Discounts | -1.00',
    'Sales | Corrections of earlier months | Refunds | 0.00',
    'Sales | Corrections of earlier months | Net sales | -10.00',
    'Sales | Corrections of earlier months | Tax | -0.89',
    'Sales | Corrections of earlier months | Cost of goods | -4.00',
    'Sales | Corrections of earlier months | Net sales without a cost on file | 0.00',
    'Sales | Total | Units | 6',
    'Sales | Total | Gross sales | 112.45',
    'Sales | Total | Discounts | 2.45',
    'Sales | Total | Refunds | 20.00',
    'Sales | Total | Net sales | 90.00',
    'Sales | Total | Tax | 7.98',
    'Sales | Total | Cost of goods | 39.21',
    'Sales | Total | Net sales without a cost on file | 1.50',
    'Tax | Sales tax 8.87% | Rate | 8.87%',
    'Tax | Sales tax 8.87% | Taxed amount | 100.00',
    'Tax | Sales tax 8.87% | Tax before refunds | 10.64',
    'Tax | Sales tax 8.87% | Tax refunded | 1.77',
    'Tax | Sales tax 8.87% | Tax | 8.87',
    'Tax | Sales tax 8.87%, correction | Rate | 8.87%',
    'Tax | Sales tax 8.87%, correction | Taxed amount | -10.00',
    'Tax | Sales tax 8.87%, correction | Tax before refunds | -0.89',
    'Tax | Sales tax 8.87%, correction | Tax refunded | 0.00',
    'Tax | Sales tax 8.87%, correction | Tax | -0.89',
    'Tax | Total | Tax | 7.98',
    'Cash | Ben | Taken | 128.87',
    'Cash | Ben | Returned | 21.77',
    'Cash | Ben | Cash rounding | -0.03',
    'Cash | Total | Cash rounding | -0.03',
    'Cash | Total | Cash | 107.07',
    'Placed, not handed over yet | Total | Orders | 2',
    'Placed, not handed over yet | Total | Amount with tax | 56.78',
    'Inventory | At the start | Units | 90',
    'Inventory | At the start | Value at wholesale prices | 450.01',
    'Inventory | At the start | Units without a cost on file | 4',
    'Inventory | At the end | Units | 80',
    'Inventory | At the end | Value at wholesale prices | 400.02',
    'Inventory | At the end | Units without a cost on file | 3',
    'Corrections | ORD007: Canceled | Net sales | -10.00',
    'Corrections | ORD007: Canceled | Tax | -0.89',
    'Corrections | ORD007: Canceled | Cash | -10.89',
  ]);
});

test('the paper of a month has the same figures: sales, the tax return, cash and inventory', async () => {
  const words = pdfWords(
    await drawBooks(figures, { store: 'Farm', status: 'Open', at: new Date(0), mark: null }),
  );
  for (const row of [
    'Cannabis 7 $123.45 $3.45 $20.00 $100.00 $8.87 $43.21',
    'Corrections -1 -$11.00 -$1.00 $0.00 -$10.00 -$0.89 -$4.00',
    'Total 6 $112.45 $2.45 $20.00 $90.00 $7.98 $39.21',
    'Sales tax 8.87% $100.00 $10.64 $1.77 $8.87',
    'Sales tax 8.87%, correction -$10.00 -$0.89 $0.00 -$0.89',
    'Ben $128.87 $21.77 -$0.03 $107.07',
    'Placed, not handed over yet: 2 orders placed on these days, $56.78 with tax',
    'At the start, end of Sep 30, 2026: $450.01 for 86 units, 4 more units without a cost on file.',
    'At the end, end of Oct 31, 2026: $400.02 for 77 units, 3 more units without a cost on file.',
  ])
    expect(words).toContain(row);
});
