/**
 * The journal as a file for an accounting program, with the columns that its maker documents: QuickBooks Online ('Import
 * journal entries') and Xero ('Import manual journals'). Checked 2026-11-30.
 */
import type { AccountingSettings } from '#core/ground/settings/settings.ts';
import { formatDate, parseDate } from '#kernel/time.ts';
import type { Cell } from '#platform/csv/csv.ts';
import { dollars } from '#platform/csv/export-cells.ts';
import type { JournalEntry } from './journal.ts';

/** Lines of one number are one entry. Accounts by name, sub-accounts as 'Parent:Sub'. */
export const quickBooksColumns = {
  number: 'Journal No',
  date: 'Journal Date',
  account: 'Account Name',
  debits: 'Debits',
  credits: 'Credits',
  description: 'Description',
} as const;

/** Dates as 11/28/2026; a line has a debit or a credit. */
export function quickBooksRows(
  entries: readonly JournalEntry[],
): Record<keyof typeof quickBooksColumns, Cell>[] {
  return entries.flatMap(({ number, day, lines }) =>
    lines.map(({ account, memo, amount }) => ({
      number,
      date: `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`,
      account,
      debits: amount > 0 ? dollars(amount) : null,
      credits: amount < 0 ? dollars(-amount) : null,
      description: memo,
    })),
  );
}

/** Lines of one narration and date are one entry. Accounts by code; the columns with a star are required. */
export const xeroColumns = {
  narration: '*Narration',
  date: '*Date',
  description: 'Description',
  account: '*AccountCode',
  taxRate: '*TaxRate',
  amount: '*Amount',
  trackingName1: 'TrackingName1',
  trackingOption1: 'TrackingOption1',
  trackingName2: 'TrackingName2',
  trackingOption2: 'TrackingOption2',
} as const;

/** Dates as '28 Nov 2026', which is read the same in every country; credits are below zero. */
export function xeroRows(
  entries: readonly JournalEntry[],
  { taxRate }: Pick<AccountingSettings, 'taxRate'>,
): Record<keyof typeof xeroColumns, Cell>[] {
  return entries.flatMap(({ day, narration, lines }) =>
    lines.map(({ account, memo, amount }) => ({
      narration,
      date: xeroDate(day),
      description: memo,
      account,
      taxRate,
      // A number: what begins with a minus sign is no formula then.
      amount: Number(dollars(amount)),
      trackingName1: null,
      trackingOption1: null,
      trackingName2: null,
      trackingOption2: null,
    })),
  );
}

/** '28 Nov 2026' */
function xeroDate(day: string): string {
  const date = parseDate(day);
  if (!date) return day;
  const [month] = formatDate(date).split(' ');
  return `${date.day} ${month} ${date.year}`;
}
