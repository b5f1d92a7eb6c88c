/** Formats days with special hours for staff, in the calendar and in the history of the settings. Pure. */
import type { PickupSettings } from '#core/ground/settings/settings.ts';
import { formatDate, parseDate } from '#kernel/time.ts';
import { spanWords } from './posted-week.ts';

export type StoredException = PickupSettings['exceptions'][number];

/** 'Closed', '10:00 AM to 1:00 PM', with reason and note in parentheses. */
export function exceptionWords(exception: StoredException): string {
  const words = 'closed' in exception ? 'Closed' : spanWords(exception.spans);
  const more = [exception.reason, exception.note].filter(Boolean).join(' · ');
  return more === '' ? words : `${words} (${more})`;
}

const dayWords = (date: string) => {
  const day = parseDate(date);
  return day ? formatDate(day) : date;
};

/** What the history of the settings shows for all special days: their hours by day. */
export const exceptionTexts = {
  words: ({ exceptions }: Pick<PickupSettings, 'exceptions'>): Record<string, string> =>
    Object.fromEntries(exceptions.map((each) => [dayWords(each.date), exceptionWords(each)])),
  absent: 'Usual weekly hours',
};
