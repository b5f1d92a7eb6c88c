/**
 * The days on which a New York farm may close or change its hours, by rule: the federal holidays (5 U.S.C. §6103) and
 * the days around which people shop. Nothing here changes hours; the office proposes the days.
 */
import { Temporal } from 'temporal-polyfill';
import { formatDate, type StoreDate } from '#kernel/time.ts';
import type { Weekday, WeeklyHours } from './hours.ts';

export type Holiday = {
  /** 'Thanksgiving', 'Independence Day (observed)'. */
  name: string;
  date: StoreDate;
};

/** The nth weekday of a month, ISO weekday 1 = Monday; -1 is the last one. */
function nth(n: number, weekday: number, month: number): (year: number) => StoreDate {
  return (year) => {
    const first = Temporal.PlainDate.from({ year, month, day: 1 });
    if (n < 0) {
      const last = first.with({ day: first.daysInMonth });
      return last.subtract({ days: (last.dayOfWeek - weekday + 7) % 7 });
    }
    return first.add({ days: ((weekday - first.dayOfWeek + 7) % 7) + (n - 1) * 7 });
  };
}

const on =
  (month: number, day: number) =>
  (year: number): StoreDate =>
    Temporal.PlainDate.from({ year, month, day });

const [MONDAY, THURSDAY, SUNDAY] = [1, 4, 7];
const thanksgiving = nth(4, THURSDAY, 11);

/** Easter Sunday of the Gregorian calendar (the 'anonymous' algorithm, Meeus, Astronomical Algorithms, chapter 8). */
function easter(year: number): StoreDate {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const moon =
    (19 * golden +
      century -
      Math.floor(century / 4) -
      Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) +
      15) %
    30;
  const rest = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - moon - (year % 4)) % 7;
  const shift = Math.floor((golden + 11 * moon + 22 * rest) / 451);
  const days = moon + rest - 7 * shift + 114;
  return Temporal.PlainDate.from({ year, month: Math.floor(days / 31), day: (days % 31) + 1 });
}

type Rule = { name: string; of: (year: number) => StoreDate; isObserved?: boolean };

/** `isObserved`: on a weekend, offices observe it on the Friday before or the Monday after. */
const rules: readonly Rule[] = [
  { name: 'New Year’s Day', of: on(1, 1), isObserved: true },
  { name: 'Martin Luther King Jr. Day', of: nth(3, MONDAY, 1) },
  { name: 'Presidents’ Day', of: nth(3, MONDAY, 2) },
  { name: 'Easter', of: easter },
  { name: 'Mother’s Day', of: nth(2, SUNDAY, 5) },
  { name: 'Memorial Day', of: nth(-1, MONDAY, 5) },
  { name: 'Juneteenth', of: on(6, 19), isObserved: true },
  { name: 'Father’s Day', of: nth(3, SUNDAY, 6) },
  { name: 'Independence Day', of: on(7, 4), isObserved: true },
  { name: 'Labor Day', of: nth(1, MONDAY, 9) },
  { name: 'Columbus Day / Indigenous Peoples’ Day', of: nth(2, MONDAY, 10) },
  { name: 'Election Day', of: (year) => nth(1, MONDAY, 11)(year).add({ days: 1 }) },
  { name: 'Veterans Day', of: on(11, 11), isObserved: true },
  { name: 'Thanksgiving', of: thanksgiving },
  { name: 'Day after Thanksgiving', of: (year) => thanksgiving(year).add({ days: 1 }) },
  { name: 'Christmas Eve', of: on(12, 24) },
  { name: 'Christmas Day', of: on(12, 25), isObserved: true },
  { name: 'New Year’s Eve', of: on(12, 31) },
];

function daysOf({ name, of, isObserved }: Rule, year: number): Holiday[] {
  const date = of(year);
  if (!isObserved || date.dayOfWeek < 6) return [{ name, date }];
  const observed = date.dayOfWeek === 6 ? date.subtract({ days: 1 }) : date.add({ days: 1 });
  return [
    { name, date },
    { name: `${name} (observed)`, date: observed },
  ];
}

/** The holidays of `days` days from a day on, earliest first; the first day counts. */
export function holidaysFrom(from: StoreDate, days: number): Holiday[] {
  const until = from.add({ days });
  const years = Array.from({ length: until.year - from.year + 2 }, (_, at) => from.year + at);
  return years
    .flatMap((year) => rules.flatMap((rule) => daysOf(rule, year)))
    .filter(
      ({ date }) =>
        Temporal.PlainDate.compare(date, from) >= 0 && Temporal.PlainDate.compare(date, until) < 0,
    )
    .sort((one, other) => Temporal.PlainDate.compare(one.date, other.date));
}

/** A year's holidays from today on. */
const PROPOSED_DAYS = 366;

/**
 * The coming holidays that the store has decided nothing about: no special hours yet, and open by its weekly hours. A
 * day with two holidays counts once.
 */
export function proposedHolidays(
  today: StoreDate,
  { weekly, exceptions }: { weekly: WeeklyHours; exceptions: readonly { date: string }[] },
): Holiday[] {
  const decided = new Set(exceptions.map(({ date }) => date));
  return holidaysFrom(today, PROPOSED_DAYS).filter(({ date }) => {
    const text = date.toString();
    if (decided.has(text) || weekly[date.dayOfWeek as Weekday].length === 0) return false;
    decided.add(text);
    return true;
  });
}

/** 'Closed on Thanksgiving, Nov 26, 2026?' */
export function closedQuestion({ name, date }: Holiday): string {
  return `Closed on ${name}, ${formatDate(date)}?`;
}
