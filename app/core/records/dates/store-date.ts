/** The rules of dates that matter: repetition, reminders, and the next tax return. */
import { commonMessage } from '#kernel/problem.ts';
import type { DateRepeat } from '#kernel/statuses.ts';
import type { StoreDate } from '#kernel/time.ts';

export const repeatWords: Readonly<Record<DateRepeat, string>> = {
  never: 'Once',
  quarterly: 'Every quarter',
  yearly: 'Every year',
};

/** The n-th repetition, counted from the first date: the last day of a month stays the last if possible. */
export function occurrenceOf(first: StoreDate, repeat: Exclude<DateRepeat, 'never'>, n: number): StoreDate {
  return first.add(repeat === 'yearly' ? { years: n } : { months: 3 * n });
}

/**
 * The reminders of a date that are due on a day: those whose day has come. After the date itself only the last one is
 * due; overdue dates appear on the dashboard and send no more reminders.
 */
export function owedReminders(due: StoreDate, reminderDays: readonly number[], today: StoreDate): number[] {
  const left = today.until(due, { largestUnit: 'days' }).days;
  return reminderDays.filter((days) => left <= days);
}

/**
 * The day the next tax return on cannabis is due: quarters end with February, May, August and November, and the return
 * is due on the 20th of the following month (Tax Law §495). On the due date itself it is still that return.
 */
export function nextTaxReturn(today: StoreDate): { dueOn: StoreDate; quarterEnd: StoreDate } {
  let month = today.with({ day: 20 });
  while (month.month % 3 !== 0 || month.until(today).sign > 0) month = month.add({ months: 1 });
  return { dueOn: month, quarterEnd: month.with({ day: 1 }).subtract({ days: 1 }) };
}

/** 'today', 'in 3 days', '2 days ago'. */
export function awayWords(due: StoreDate, today: StoreDate): string {
  const { days } = today.until(due, { largestUnit: 'days' });
  if (days === 0) return 'today';
  const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`;
  return days > 0 ? `in ${count}` : `${count} ago`;
}

export type StoreDateProblem = { kind: 'not-allowed' } | { kind: 'not-found' } | { kind: 'stale' };

export function storeDateMessage(problem: StoreDateProblem): string {
  switch (problem.kind) {
    default:
      return commonMessage(problem, 'Date');
  }
}
