/** Tests which account each figure goes to and with which sign, and the columns that both programs document. */
import { expect, test } from 'vitest';
import { defaultSettings } from '#core/ground/settings/settings.ts';
import { csvStream } from '#platform/csv/csv.ts';
import { readCsv } from '#platform/csv/csv-reader.ts';
import { type JournalFigures, journalEntry, journalMessage, sumsOfJournal } from './journal.ts';
import { quickBooksColumns, quickBooksRows, xeroColumns, xeroRows } from './journal-files.ts';

const accounts = defaultSettings().accounting;
const figures: JournalFigures = {
  ...{ from: '2026-11-28', to: '2026-11-28' },
  classes: [
    {
      ...{ taxClass: 'cannabis', units: 7, gross: 12_345, discount: 345, refunded: 2_000 },
      ...{ net: 10_000, tax: 1_300, cost: 4_321, uncosted: 0 },
    },
    {
      ...{ taxClass: 'merchandise', units: 1, gross: 1_800, discount: 0, refunded: 0 },
      ...{ net: 1_800, tax: 144, cost: 600, uncosted: 0 },
    },
  ],
  correctedClasses: [
    {
      ...{ taxClass: 'cannabis', units: -1, gross: -1_100, discount: -100, refunded: 0 },
      ...{ net: -1_000, tax: -130, cost: -400, uncosted: 0 },
    },
  ],
  cash: [
    {
      ...{ day: '2026-11-28', personId: 'p', person: 'Ben', payments: 3 },
      ...{ taken: 16_000, refunds: 1, returned: 2_260, rounding: -4 },
    },
  ],
};
const linesOf = (chosen = accounts) =>
  journalEntry(figures, chosen)?.lines.map(({ account, amount }) => [account, amount]);

test('cash, discounts and refunds are debits, sales and tax credits; a correction has the opposite sign', () => {
  expect(linesOf()).toEqual([
    ['Cash on hand', 13_736],
    ['Cash over and short', 4],
    ['Sales of cannabis', -12_345],
    ['Discounts given', 345],
    ['Sales returns', 2_000],
    ['Cannabis tax payable', -1_300],
    ['Other sales', -1_800],
    ['Sales tax payable', -144],
    ['Sales of cannabis', 1_100],
    ['Discounts given', -100],
    ['Cannabis tax payable', 130],
    ['Customer prepayments', -1_626],
  ]);
  const { debit, credit } = sumsOfJournal([journalEntry(figures, accounts) ?? raise()]);
  expect(debit).toBe(credit);
});

test('the cost of goods moves from inventory, once both of its accounts are set', () => {
  const both = linesOf({ ...accounts, costOfGoods: 'Cost', inventory: 'Stock' });
  const of = (name: string) => both?.filter(([account]) => account === name).map(([, amount]) => amount);
  expect([of('Cost'), of('Stock')]).toEqual([
    [4_321, 600, -400],
    [-4_321, -600, 400],
  ]);
  expect(linesOf({ ...accounts, costOfGoods: 'Cost' })).toEqual(linesOf());
});

test('days on which nothing happened have no entry', () => {
  expect(journalEntry({ ...figures, classes: [], correctedClasses: [], cash: [] }, accounts)).toBeNull();
});

test('an entry of one day and one of several that end on it have numbers of their own, of 21 characters at most', () => {
  const number = journalEntry({ ...figures, from: '2026-11-01' }, accounts)?.number ?? '';
  expect([journalEntry(figures, accounts)?.number, number]).toEqual(['FG-20261128', 'FG-20261101-20261128']);
  expect(number.length).toBeLessThanOrEqual(21);
});

test('QuickBooks gets a debit or a credit a line, and the month first', async () => {
  const rows = quickBooksRows([journalEntry(figures, accounts) ?? raise()]);
  const read = await readBack({ columns: quickBooksColumns, rows });
  expect(read[0]).toEqual(['Journal No', 'Journal Date', 'Account Name', 'Debits', 'Credits', 'Description']);
  const cash = 'Cash taken less cash returned';
  expect(read[1]).toEqual(['FG-20261128', '11/28/2026', 'Cash on hand', '137.36', '', cash]);
  expect(read[3]?.slice(2)).toEqual(['Sales of cannabis', '', '123.45', 'Cannabis: sales at list prices']);
});

test('Xero gets one amount a line, credits below zero, and a date that no country reads otherwise', async () => {
  const rows = xeroRows([journalEntry(figures, { ...accounts, cannabisSales: '200' }) ?? raise()], accounts);
  const read = await readBack({ columns: xeroColumns, rows });
  expect(read[0]?.slice(0, 6)).toEqual([
    ...['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount'],
  ]);
  expect(read[3]?.slice(0, 6)).toEqual([
    ...['Farm shop 2026-11-28', '28 Nov 2026', 'Cannabis: sales at list prices'],
    ...['200', 'Tax Exempt (0%)', '-123.45'],
  ]);
});

test('the refusals name what to choose instead', () => {
  expect(journalMessage({ kind: 'too-many-days' })).toContain('100 days');
  expect(journalMessage({ kind: 'too-many-lines', lines: 412 })).toContain('412');
});

/** The cells of the file. */
async function readBack(options: Parameters<typeof csvStream>[0]): Promise<string[][]> {
  const rows: string[][] = [];
  const file = csvStream({ ...options, bom: false }).setEncoding('utf8');
  for await (const read of readCsv(file)) rows.push(...read.map(({ cells }) => cells));
  return rows;
}

function raise(): never {
  throw new Error('no entry');
}
