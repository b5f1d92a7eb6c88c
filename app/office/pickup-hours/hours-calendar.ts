/** Computes a month of the store's days for a calendar. Pure. */
import { Temporal } from 'temporal-polyfill';
import type { PickupSettings } from '#core/ground/settings/settings.ts';
import { exceptionWords } from '#core/sales/pickup/exception-words.ts';
import { type PostedHours, postedSpans, WEEK } from '#core/sales/pickup/hours.ts';
import { spanWords } from '#core/sales/pickup/posted-week.ts';
import { formatDate, type StoreDate, startOfDay } from '#kernel/time.ts';

export type CalendarDay = {
  date: string;
  number: number;
  /** 'Nov 26, 2026' */
  label: string;
  /** 'Closed (Thanksgiving)', '10:00 AM to 8:00 PM' */
  hours: string;
  differs: boolean;
  isClosed: boolean;
  isToday: boolean;
  isPast: boolean;
  /** The clock changes on this day; posted times count as shown. */
  clockChanges: boolean;
};

export type CalendarMonth = {
  /** 'November 2026' */
  title: string;
  /** yyyy-mm of this month, the previous and the next. */
  month: string;
  before: string;
  after: string;
  /** Sunday first; null if a day belongs to another month. */
  weeks: (CalendarDay | null)[][];
};

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** The month for yyyy-mm, within some years of today; today's month if the text is invalid. */
export function monthOf(text: string | null, today: StoreDate): Temporal.PlainYearMonth {
  const own = today.toPlainYearMonth();
  if (text === null || !/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return own;
  const month = Temporal.PlainYearMonth.from(text);
  const away = Math.abs(month.year - own.year);
  return away <= 10 ? month : own;
}

export function calendarMonth(
  month: Temporal.PlainYearMonth,
  pickup: PickupSettings,
  { today, zone }: { today: StoreDate; zone: string },
): CalendarMonth {
  const posted: PostedHours = { zone, weekly: pickup.weekly, exceptions: pickup.exceptions };
  const first = month.toPlainDate({ day: 1 });
  const days: (CalendarDay | null)[] = Array.from({ length: first.dayOfWeek % WEEK.length }, () => null);
  for (let day = 0; day < month.daysInMonth; day += 1)
    days.push(dayOf(first.add({ days: day }), pickup, posted, today));
  while (days.length % WEEK.length > 0) days.push(null);
  return {
    title: `${MONTHS[month.month - 1]} ${month.year}`,
    month: month.toString(),
    before: month.subtract({ months: 1 }).toString(),
    after: month.add({ months: 1 }).toString(),
    weeks: Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7)),
  };
}

function dayOf(date: StoreDate, pickup: PickupSettings, posted: PostedHours, today: StoreDate): CalendarDay {
  const exception = pickup.exceptions.find((each) => each.date === date.toString());
  const spans = postedSpans(posted, date);
  const next = startOfDay(date.add({ days: 1 }), posted.zone);
  return {
    date: date.toString(),
    number: date.day,
    label: formatDate(date),
    hours: exception ? exceptionWords(exception) : spanWords(spans),
    differs: exception !== undefined,
    isClosed: spans.length === 0,
    isToday: date.equals(today),
    isPast: Temporal.PlainDate.compare(date, today) < 0,
    clockChanges: next.since(startOfDay(date, posted.zone)).total('hours') !== 24,
  };
}
