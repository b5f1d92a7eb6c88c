/** Formats a journal for its page. For loaders. */
import { sumsOfJournal } from '#core/records/books/journal/journal.ts';
import type { Journal } from '#core/records/books/journal/journal-queries.server.ts';
import { dayLabel, daysLabel, money } from '#core/records/books/present-books.ts';

const amountOf = (amount: number) => (amount === 0 ? '' : money(amount));

export function presentJournal({ entries, accounts, per }: Journal, days: { from: string; to: string }) {
  const { rows, debit, credit } = sumsOfJournal(entries);
  return {
    days: daysLabel(days),
    program: accounts.program === 'xero' ? 'Xero' : 'QuickBooks Online',
    isWhole: per === 'span',
    lines: entries.flatMap(({ lines }) => lines).length,
    accounts: rows.map((row) => ({
      account: row.account,
      debit: amountOf(row.debit),
      credit: amountOf(row.credit),
    })),
    total: { debit: money(debit), credit: money(credit) },
    entries: entries.map(({ number, day, lines }) => ({
      number,
      day: dayLabel(day),
      lines: lines.map(({ account, memo, amount }, index) => ({
        key: String(index),
        account,
        memo,
        debit: amountOf(Math.max(amount, 0)),
        credit: amountOf(Math.max(-amount, 0)),
      })),
    })),
  };
}

export type PresentedJournal = ReturnType<typeof presentJournal>;
