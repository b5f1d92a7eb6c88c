/** Months of the books: when one may be closed or reopened, and the message for each refusal. Pure. */
import { Temporal } from 'temporal-polyfill';
import type { DayRange } from '#core/records/analytics/range.ts';
import { type Common, commonMessage } from '#kernel/problem.ts';
import { formatDateTime, instantOf, parseDate, type StoreDate } from '#kernel/time.ts';

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** 'October 2026' */
export function monthLabel(month: StoreDate): string {
  return `${MONTHS[month.month - 1]} ${month.year}`;
}

/** '2026-10' as the first day of that month; null for anything else. */
export function parseMonth(text: string): StoreDate | null {
  return parseDate(`${text}-01`);
}

/** '2026-10' */
export const monthValue = (month: StoreDate): string => month.toPlainYearMonth().toString();

export function daysOfMonth(month: StoreDate): DayRange {
  return { from: month, to: month.add({ months: 1 }).subtract({ days: 1 }) };
}

/** The month that these days are, from its first to its last; null if they are not one. */
export function monthOf({ from, to }: DayRange): StoreDate | null {
  return from.day === 1 && daysOfMonth(from).to.equals(to) ? from : null;
}

/** A closed month, with the person and the time of its closing. `attempt` counts how often it was closed. */
export type Closing = { id: string; month: StoreDate; attempt: number; by: string; at: Date };

export type CloseProblem =
  | Common<'not-allowed' | 'confirm-first'>
  | { kind: 'not-a-month' }
  | { kind: 'not-over'; month: StoreDate }
  /** Months close one after the other; the first may be any. */
  | { kind: 'not-next'; next: StoreDate }
  /** `closing` is null for months before the last closed one. */
  | { kind: 'already-closed'; month: StoreDate; closing: Closing | null; zone: string }
  /** Not what the person has seen. */
  | { kind: 'figures-changed' }
  | { kind: 'counting' };

export type ReopenProblem =
  | Common<'not-allowed' | 'confirm-first'>
  | { kind: 'not-a-month' }
  | { kind: 'not-closed' }
  /** A later month is closed; its corrections rely on this one. */
  | { kind: 'not-last'; last: StoreDate };

/**
 * Why a month cannot be closed on a day; null if it can.
 * @param last the month closed last; null while none is
 */
export function problemOfClosing(
  month: StoreDate,
  last: Closing | null,
  today: StoreDate,
  zone: string,
): CloseProblem | null {
  if (last && Temporal.PlainDate.compare(month, last.month) <= 0)
    return { kind: 'already-closed', month, closing: last.month.equals(month) ? last : null, zone };
  if (Temporal.PlainDate.compare(daysOfMonth(month).to, today) >= 0) return { kind: 'not-over', month };
  const next = last?.month.add({ months: 1 });
  return next && !next.equals(month) ? { kind: 'not-next', next } : null;
}

/** The message for each refusal. */
export function closeMessage(problem: CloseProblem): string {
  switch (problem.kind) {
    case 'not-a-month':
      return 'Choose a month.';
    case 'not-over':
      return `${monthLabel(problem.month)} is not over. Close it once it has ended.`;
    case 'not-next':
      return `Months are closed one after the other. Close ${monthLabel(problem.next)} first.`;
    case 'already-closed': {
      const { month, closing, zone } = problem;
      const by = closing ? ` by ${closing.by}, ${formatDateTime(instantOf(closing.at), zone)}` : '';
      return `${monthLabel(month)} is already closed${by}.`;
    }
    case 'figures-changed':
      return 'The figures changed since you opened this page. Review them again.';
    case 'counting':
      return 'The totals are being recalculated. Try again in a minute.';
    default:
      return commonMessage(problem);
  }
}

/** The message for each refusal. */
export function reopenMessage(problem: ReopenProblem): string {
  switch (problem.kind) {
    case 'not-a-month':
      return 'Choose a month.';
    case 'not-closed':
      return 'This month is not closed.';
    case 'not-last':
      return `Only the last closed month can be reopened. Reopen ${monthLabel(problem.last)} first.`;
    default:
      return commonMessage(problem);
  }
}
