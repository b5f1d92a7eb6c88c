/** Computes the ranges of Order Analytics as days of the store's calendar (specification section 9). */
import { Temporal } from 'temporal-polyfill';
import { formatDate, formatTime, parseDate, type StoreDate } from '#kernel/time.ts';
import type { RangeName, ReportState } from './report.ts';

/** Whole store days, both ends included. */
export type DayRange = { from: StoreDate; to: StoreDate };

export type ReportRange = {
  /** Ends today at the latest: later days have no orders. */
  days: DayRange;
  /** The range the figures are compared with, and its name in mid-sentence. */
  compared: DayRange;
  comparedWith: string;
  /** On the store's clock: when the last compared day stops counting. Without it, that day counts whole. */
  comparedUntil?: Temporal.PlainTime;
};

/**
 * Ranges of the books and the binder, beside those of Order Analytics; 'last-quarter' is the calendar quarter before this
 * one, 'last-week' the last whole week from Sunday to Saturday.
 */
export type MonthRange = 'last-week' | 'this-month' | 'last-quarter';

export type RangeProblem = { field: 'from' | 'to'; message: string };

export type RangeAnswer = { range: ReportRange; problem: null } | { range: null; problem: RangeProblem };

const LONGEST_YEARS = 10;
/** Earlier than any sale; with their comparison days, ranges stay within the database's calendar. */
const EARLIEST_YEAR = 1900;

/**
 * Last 30 and 90 days count back from today, which is the last of them. 'Last Quarter' is the current calendar quarter.
 * 'Year Over Year' compares today with the same date one year earlier, a full day; the year after a February 29 that is
 * February 28. The tax quarters are New York's for sales tax: they end with February, May, August and November. Invalid
 * custom dates return a problem and no range.
 */
export function rangeOf(
  state: Pick<ReportState, 'from' | 'to'> & { range: RangeName | MonthRange },
  today: StoreDate,
): RangeAnswer {
  const sound = (range: ReportRange): RangeAnswer => ({ range, problem: null });
  switch (state.range) {
    case 'today':
      return sound({ ...lastDays(1, today), comparedWith: 'yesterday' });
    case '90-days':
      return sound(lastDays(90, today));
    case 'last-week': {
      const sunday = today.subtract({ days: (today.dayOfWeek % 7) + 7 });
      const days = { from: sunday, to: sunday.add({ days: 6 }) };
      return sound({ days, ...before(days) });
    }
    case 'this-month':
      return sound({ ...sinceMonth(today, today), comparedWith: 'the month before' });
    case 'last-month':
      return sound({ ...sinceMonth(today.subtract({ months: 1 }), today), comparedWith: 'the month before' });
    case 'month-before':
      return sound({ ...sinceMonth(today.subtract({ months: 2 }), today), comparedWith: 'the month before' });
    case 'last-quarter': {
      const start = quarterOf(today).subtract({ months: 3 });
      return sound(sinceStart(start, start.subtract({ months: 3 }), today));
    }
    case 'quarter':
      return sound(sinceStart(quarterOf(today), quarterOf(today).subtract({ months: 3 }), today));
    case 'tax-quarter':
      return sound(sinceStart(taxQuarterOf(today), taxQuarterOf(today).subtract({ months: 3 }), today));
    case 'last-tax-quarter': {
      const start = taxQuarterOf(today).subtract({ months: 3 });
      return sound(sinceStart(start, start.subtract({ months: 3 }), today));
    }
    case 'year-over-year': {
      const day = today.subtract({ years: 1 });
      return sound({
        days: { from: day, to: day },
        compared: { from: today, to: today },
        comparedWith: 'today so far',
      });
    }
    case 'custom': {
      const custom = customDays(state, today);
      return 'message' in custom
        ? { range: null, problem: custom }
        : sound({ days: custom, ...before(custom) });
    }
    default:
      return sound(lastDays(30, today));
  }
}

/**
 * A range that ends today has part of today only, so the last day that it is compared with counts up to the same time on
 * the store's clock. When clocks change, a skipped hour has no orders and both passes of a repeated hour count.
 */
export function untilSameTime(
  range: ReportRange,
  { now, today, zone }: { now: Temporal.Instant; today: StoreDate; zone: string },
): ReportRange {
  const { days, compared, comparedWith } = range;
  // A shorter quarter is compared whole at the end of a longer one: its last day is not the counterpart of today.
  if (!days.to.equals(today) || lengthOf(days) !== lengthOf(compared)) return range;
  return {
    ...range,
    comparedWith: `${comparedWith}${lengthOf(days) === 1 ? '' : ','} until ${formatTime(now, zone)}`,
    comparedUntil: now.toZonedDateTimeISO(zone).toPlainTime(),
  };
}

/** 'Nov 22, 2026', 'Oct 24, 2026 – Nov 22, 2026'. */
export function inWords({ from, to }: DayRange): string {
  return from.equals(to) ? formatDate(from) : `${formatDate(from)} – ${formatDate(to)}`;
}

/** How many days the range has. */
export function lengthOf({ from, to }: DayRange): number {
  return from.until(to).days + 1;
}

/** Every day of the range, in order. */
export function daysOf({ from, to }: DayRange): StoreDate[] {
  return Array.from({ length: lengthOf({ from, to }) }, (_, index) => from.add({ days: index }));
}

/** The periods with totals by product, longest first. */
export const periods = ['century', 'year', 'month', 'day'] as const;
export type Period = (typeof periods)[number];

/** Periods of one length, from the first day of the first to the last day of the last. */
export type PeriodRange = DayRange & { period: Period };

/**
 * Splits the range into as few whole periods as possible. An end at or beyond the first or last sale extends to the end
 * of the century: that adds nothing, and a century's total is everything sold so far.
 * @param sold from the day of the first sale to that of the last; null without sales.
 */
export function splitByPeriods(range: DayRange, sold: DayRange | null): PeriodRange[] {
  if (sold === null || isBefore(sold.to, range.from) || isBefore(range.to, sold.from)) return [];
  return split(
    {
      from: isBefore(sold.from, range.from) ? range.from : startOf(sold.from, 'century'),
      to: isBefore(range.to, sold.to) ? range.to : nextStart(sold.to, 'century').subtract({ days: 1 }),
    },
    periods,
  );
}

function split(range: DayRange, [period, ...shorter]: readonly Period[]): PeriodRange[] {
  if (period === undefined || isBefore(range.to, range.from)) return [];
  const first = startOf(range.from, period);
  const from = first.equals(range.from) ? first : nextStart(range.from, period);
  const end = startOf(range.to.add({ days: 1 }), period);
  if (!isBefore(from, end)) return split(range, shorter);
  return [
    ...split({ from: range.from, to: from.subtract({ days: 1 }) }, shorter),
    { period, from, to: end.subtract({ days: 1 }) },
    ...split({ from: end, to: range.to }, shorter),
  ];
}

const isBefore = (one: StoreDate, other: StoreDate) => Temporal.PlainDate.compare(one, other) < 0;

function startOf(date: StoreDate, period: Period): StoreDate {
  switch (period) {
    case 'day':
      return date;
    case 'month':
      return date.with({ day: 1 });
    case 'year':
      return date.with({ month: 1, day: 1 });
    // As PostgreSQL counts them: the 21st began with 2001.
    case 'century':
      return Temporal.PlainDate.from({ year: date.year - ((date.year - 1) % 100), month: 1, day: 1 });
  }
}

function nextStart(date: StoreDate, period: Period): StoreDate {
  const start = startOf(date, period);
  return period === 'century' ? start.add({ years: 100 }) : start.add({ [`${period}s`]: 1 });
}

function lastDays(count: number, today: StoreDate): ReportRange {
  const days = { from: today.subtract({ days: count - 1 }), to: today };
  return { days, ...before(days) };
}

/** The same number of days right before. */
function before(days: DayRange): Pick<ReportRange, 'compared' | 'comparedWith'> {
  const count = lengthOf(days);
  return {
    compared: { from: days.from.subtract({ days: count }), to: days.from.subtract({ days: 1 }) },
    comparedWith: count === 1 ? 'the day before' : `the ${count} days before`,
  };
}

/** Three months from `start`, up to today; compared with as many days of the three months from `earlier`. */
function sinceStart(start: StoreDate, earlier: StoreDate, today: StoreDate): ReportRange {
  const to = soonest(start.add({ months: 3 }).subtract({ days: 1 }), today);
  const lastEarlier = earlier.add({ months: 3 }).subtract({ days: 1 });
  const sameLength = earlier.add({ days: lengthOf({ from: start, to }) - 1 });
  return {
    days: { from: start, to },
    // A finished quarter is compared with the whole quarter before it.
    compared: { from: earlier, to: to.equals(today) ? soonest(sameLength, lastEarlier) : lastEarlier },
    comparedWith: to.equals(today) ? 'the same days of the quarter before' : 'the quarter before',
  };
}

/** The month of a day, up to today; compared with the whole month before. */
function sinceMonth(day: StoreDate, today: StoreDate): Pick<ReportRange, 'days' | 'compared'> {
  const from = day.with({ day: 1 });
  return {
    days: { from, to: soonest(from.add({ months: 1 }).subtract({ days: 1 }), today) },
    compared: { from: from.subtract({ months: 1 }), to: from.subtract({ days: 1 }) },
  };
}

function quarterOf(day: StoreDate): StoreDate {
  return day.with({ month: day.month - ((day.month - 1) % 3), day: 1 });
}

/** Starts in March, June, September or December (New York Tax Law section 1136). */
function taxQuarterOf(day: StoreDate): StoreDate {
  return day.with({ day: 1 }).subtract({ months: day.month % 3 });
}

function customDays(state: Pick<ReportState, 'from' | 'to'>, today: StoreDate): DayRange | RangeProblem {
  // Chosen, but without dates yet: the form shows the last 30 days.
  if (state.from === '' && state.to === '') return lastDays(30, today).days;
  const from = parseDate(state.from);
  if (!from) return { field: 'from', message: 'Enter the first day.' };
  const to = parseDate(state.to);
  if (!to) return { field: 'to', message: 'Enter the last day.' };
  if (Temporal.PlainDate.compare(from, to) > 0)
    return { field: 'to', message: 'The last day must not come before the first.' };
  if (Temporal.PlainDate.compare(from, today) > 0)
    return { field: 'from', message: 'The first day must not be in the future.' };
  if (from.year < EARLIEST_YEAR)
    return { field: 'from', message: `The first day must be in ${EARLIEST_YEAR} or later.` };
  const days = { from, to: soonest(to, today) };
  return Temporal.PlainDate.compare(from.add({ years: LONGEST_YEARS }), days.to) <= 0
    ? { field: 'from', message: `Choose at most ${LONGEST_YEARS} years.` }
    : days;
}

function soonest(one: StoreDate, other: StoreDate): StoreDate {
  return Temporal.PlainDate.compare(one, other) < 0 ? one : other;
}
