/** Tests the sign of every figure in the report of a day's cash, in the file and on paper. */
import { expect, test } from 'vitest';
import { pdfWords } from '#tests/support/pdf-text.ts';
import type { CashDay } from './cash-day.ts';
import { cashDayRows } from './cash-day-rows.ts';
import { drawCashDay } from './draw-cash-day.server.ts';

/** One drawer counted $1.35 short, one $0.40 over; every figure of the first differs from every other. */
const report: CashDay = {
  day: '2026-11-05',
  drawers: [
    {
      ...{ number: 11, holder: 'Ben', opened: 'Nov 5, 2026 9:02 AM', carriedIn: 150 },
      ...{
        float: 20_000,
        sales: 3_017,
        refunds: 511,
        rounding: -2,
        corrections: 0,
        payIns: 1_000,
        payOuts: 705,
        drops: 2_000,
      },
      closing: {
        ...{ at: 'Nov 5, 2026 1:00 PM', by: 'Ben', note: null, next: null },
        ...{ expected: 20_949, counted: 20_814 },
      },
    },
    {
      ...{ number: 12, holder: 'Ana', opened: 'Nov 5, 2026 1:02 PM', carriedIn: 0 },
      ...{ float: 5_000, sales: 0, refunds: 0, rounding: 0, corrections: 0, payIns: 0, payOuts: 0, drops: 0 },
      closing: {
        ...{ at: 'Nov 5, 2026 6:00 PM', by: 'Ana', note: null, next: null },
        ...{ expected: 5_000, counted: 5_040 },
      },
    },
  ],
  people: [{ person: 'Ben', payments: 2, taken: 3_017, refunds: 1, returned: 511, rounding: -2 }],
  outside: { sales: 810, refunds: 305 },
  ...{ entries: [], refused: [], late: [], charges: [] },
};

test('the file of a day has each figure with its sign: what a drawer is short is negative', () => {
  const rows = cashDayRows(report).map(
    ({ section, item, figure, value }) => `${section} ${item} ${figure} ${value}`,
  );
  expect(rows).toEqual([
    'Drawer Drawer 11 Carried in 1.50',
    'Drawer Drawer 11 Float 200.00',
    'Drawer Drawer 11 Sales 30.17',
    'Drawer Drawer 11 Refunds 5.11',
    'Drawer Drawer 11 Cash rounding -0.02',
    'Drawer Drawer 11 Pay-ins 10.00',
    'Drawer Drawer 11 Pay-outs 7.05',
    'Drawer Drawer 11 Drops 20.00',
    'Drawer Drawer 11 Expected 209.49',
    'Drawer Drawer 11 Counted 208.14',
    'Drawer Drawer 11 Over or short -1.35',
    'Drawer Drawer 12 Carried in 0.00',
    'Drawer Drawer 12 Float 50.00',
    'Drawer Drawer 12 Sales 0.00',
    'Drawer Drawer 12 Refunds 0.00',
    'Drawer Drawer 12 Cash rounding 0.00',
    'Drawer Drawer 12 Pay-ins 0.00',
    'Drawer Drawer 12 Pay-outs 0.00',
    'Drawer Drawer 12 Drops 0.00',
    'Drawer Drawer 12 Expected 50.00',
    'Drawer Drawer 12 Counted 50.40',
    'Drawer Drawer 12 Over or short 0.40',
    'Person Ben Taken 30.17',
    'Person Ben Returned 5.11',
    'Person Ben Cash rounding -0.02',
    'Outside a drawer Total Taken 8.10',
    'Outside a drawer Total Returned 3.05',
    'Day Total Taken 30.17',
    'Day Total Returned 5.11',
    'Day Total Cash rounding -0.02',
    'Day Total Cash 25.04',
    'Day Total Expected 259.49',
    'Day Total Counted 258.54',
    'Day Total Over or short -0.95',
  ]);
});

test('the paper of a day says short for what is missing and over for what is too much', async () => {
  const words = pdfWords(
    await drawCashDay(report, { store: 'Farm', status: 'Printed', at: new Date(0), mark: null }),
  );
  for (const figure of [
    'Cash taken $30.17 Cash returned $5.11 Cash rounding -$0.02 Cash of the day, as on the receipts $25.04',
    'Expected at the closings $259.49 Counted $258.54 Over or short Short $0.95',
    'Expected $209.49 Counted $208.14 Over or short Short $1.35',
    'Expected $50.00 Counted $50.40 Over or short Over $0.40',
    'Outside a drawer: $8.10 taken, $3.05 returned.',
  ])
    expect(words).toContain(figure);
});
