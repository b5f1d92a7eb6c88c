/** The books as entries of a journal for the accountant's program: to which account each amount goes. Pure; cents. */
import type { AccountingSettings } from '#core/ground/settings/settings.ts';
import { CASH_ROUNDING } from '#core/sales/cash-desk/cash-rounding.ts';
import { type BookFigures, type ClassFigures, sumOfCash } from '../figures.ts';
import { taxClassLabel } from '../present-books.ts';

/** What an entry is made of. */
export type JournalFigures = Pick<BookFigures, 'from' | 'to' | 'classes' | 'correctedClasses' | 'cash'>;

/** `amount` is a debit above zero, a credit below it. */
export type JournalLine = { account: string; memo: string; amount: number };

/** Its lines add up to zero. `day` is the store day on which it counts, the last of its days; yyyy-mm-dd. */
export type JournalEntry = { number: string; day: string; narration: string; lines: JournalLine[] };

/** One entry for each day, or one for all days. */
export type EntriesPer = 'day' | 'span';

/** Days that get an entry each: a quarter and a little. */
export const MOST_DAYS = 100;
/** Lines that Xero takes in one file. */
export const MOST_XERO_LINES = 300;

export type JournalProblem =
  | { kind: 'not-allowed' }
  /** More days than get an entry each. */
  | { kind: 'too-many-days' }
  | { kind: 'too-many-lines'; lines: number };

/** The message for each refusal that a page shows. */
export function journalMessage(problem: Exclude<JournalProblem, { kind: 'not-allowed' }>): string {
  return problem.kind === 'too-many-days'
    ? `At most ${MOST_DAYS} days get an entry each. Choose fewer days, or one entry for all of them.`
    : `Xero takes ${MOST_XERO_LINES} lines a file, and these days have ${problem.lines}. Choose fewer days, or one entry for all of them.`;
}

/**
 * The entry of these days; null if nothing was sold, returned or paid on them. Sales, discounts, refunds and tax count on
 * the day of the hand-over, cash on the day it moved: the difference is what customers have paid in advance.
 */
export function journalEntry(figures: JournalFigures, accounts: AccountingSettings): JournalEntry | null {
  const { from, to, classes, correctedClasses, cash } = figures;
  const { cash: taken, rounding } = sumOfCash(cash);
  const lines = [
    { account: accounts.cash, memo: 'Cash taken less cash returned', amount: taken },
    { account: accounts.rounding, memo: CASH_ROUNDING, amount: -rounding },
    ...classes.flatMap((sums) => linesOfClass(sums, accounts, '')),
    ...correctedClasses.flatMap((sums) => linesOfClass(sums, accounts, ', corrections of earlier months')),
  ];
  const advance = lines.reduce((sum, { amount }) => sum + amount, 0);
  const all = [
    ...lines,
    { account: accounts.advance, memo: 'Paid before or after its sale', amount: -advance },
  ];
  const counted = all.filter(({ amount }) => amount !== 0);
  if (counted.length === 0) return null;
  return {
    // QuickBooks takes 21 characters, and can refuse a number that it has.
    number: `FG-${from === to ? compact(to) : `${compact(from)}-${compact(to)}`}`,
    day: to,
    narration: from === to ? `Farm shop ${to}` : `Farm shop ${from} to ${to}`,
    lines: counted,
  };
}

/** '20261128' */
const compact = (day: string) => day.replaceAll('-', '');

function linesOfClass(sums: ClassFigures, accounts: AccountingSettings, suffix: string): JournalLine[] {
  const isCannabis = sums.taxClass === 'cannabis';
  const line = (account: string, what: string, amount: number) => ({
    account,
    memo: `${taxClassLabel(sums.taxClass)}: ${what}${suffix}`,
    amount,
  });
  const tracksCost = accounts.costOfGoods !== '' && accounts.inventory !== '';
  return [
    line(isCannabis ? accounts.cannabisSales : accounts.otherSales, 'sales at list prices', -sums.gross),
    line(accounts.discounts, 'discounts', sums.discount),
    line(accounts.refunds, 'refunds', sums.refunded),
    line(isCannabis ? accounts.cannabisTax : accounts.salesTax, 'tax', -sums.tax),
    ...(tracksCost
      ? [
          line(accounts.costOfGoods, 'cost of goods', sums.cost),
          line(accounts.inventory, 'cost of goods', -sums.cost),
        ]
      : []),
  ];
}

/** Debits and credits of entries by account, and their totals, which are equal. */
export function sumsOfJournal(entries: readonly JournalEntry[]) {
  const accounts = new Map<string, { debit: number; credit: number }>();
  for (const { account, amount } of entries.flatMap(({ lines }) => lines)) {
    const sums = accounts.get(account) ?? { debit: 0, credit: 0 };
    accounts.set(account, {
      debit: sums.debit + Math.max(amount, 0),
      credit: sums.credit + Math.max(-amount, 0),
    });
  }
  const rows = Array.from(accounts, ([account, sums]) => ({ account, ...sums }));
  const total = (name: 'debit' | 'credit') => rows.reduce((sum, row) => sum + row[name], 0);
  return { rows, debit: total('debit'), credit: total('credit') };
}
