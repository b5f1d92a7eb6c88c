/** The ranges of Order Analytics as days of the store's calendar (specification section 9). */
import { Temporal } from 'temporal-polyfill';
import { parseDate, type StoreDate } from '#kernel/time.ts';
import type { ReportState } from './report.ts';

/** Whole store days, both ends among them. */
export type DayRange = { from: StoreDate; to: StoreDate };

export type ReportRange = {
  /** Ends today at the latest: later days have no orders. */
  days: DayRange;
  /** What the figures are compared with, and its name in the middle of a sentence. */
  compared: DayRange;
  comparedWith: string;
};

export type RangeProblem = { field: 'from' | 'to'; message: string };

export type RangeAnswer = { range: ReportRange; problem: RangeProblem | null };

const LONGEST_YEARS = 10;

/**
 * Last 30 and 90 days are counted back from today, which is the last of them. 'Last Quarter' is the current calendar
 * quarter. 'Year Over Year' is the same date one year earlier, a full day, compared with today; the year after a
 * February 29 that is February 28. The tax quarters are New York's for sales tax: they end with February, May, August
 * and November. Custom dates that cannot be are a problem, and the last 30 days are shown meanwhile.
 */
export function rangeOf(state: Pick<ReportState, 'range' | 'from' | 'to'>, today: StoreDate): RangeAnswer {
  const sound = (range: ReportRange): RangeAnswer => ({ range, problem: null });
  switch (state.range) {
    case 'today':
      return sound({ ...lastDays(1, today), comparedWith: 'yesterday' });
    case '90-days':
      return sound(lastDays(90, today));
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
        ? { range: lastDays(30, today), problem: custom }
        : sound({ days: custom, ...before(custom) });
    }
    default:
      return sound(lastDays(30, today));
  }
}

/** How many days that are. */
export function lengthOf({ from, to }: DayRange): number {
  return from.until(to).days + 1;
}

/** Every day of it, the first one first. */
export function daysOf({ from, to }: DayRange): StoreDate[] {
  return Array.from({ length: lengthOf({ from, to }) }, (_, index) => from.add({ days: index }));
}

/** The whole months of a range, by their first days, and the days around them; null where there are none. */
export function splitByMonths(range: DayRange): { months: DayRange | null; around: DayRange[] } {
  const first = range.from.day === 1 ? range.from : range.from.with({ day: 1 }).add({ months: 1 });
  const end = range.to.add({ days: 1 }).with({ day: 1 });
  if (Temporal.PlainDate.compare(first, end) >= 0) return { months: null, around: [range] };
  const around = [
    { from: range.from, to: first.subtract({ days: 1 }) },
    { from: end, to: range.to },
  ];
  return {
    months: { from: first, to: end.subtract({ months: 1 }) },
    around: around.filter(({ from, to }) => Temporal.PlainDate.compare(from, to) <= 0),
  };
}

function lastDays(count: number, today: StoreDate): ReportRange {
  const days = { from: today.subtract({ days: count - 1 }), to: today };
  return { days, ...before(days) };
}

/** As many days right before. */
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
    // A quarter that is over is compared with the whole of the one before.
    compared: { from: earlier, to: to.equals(today) ? soonest(sameLength, lastEarlier) : lastEarlier },
    comparedWith: to.equals(today) ? 'the same days of the quarter before' : 'the quarter before',
  };
}

function quarterOf(day: StoreDate): StoreDate {
  return day.with({ month: day.month - ((day.month - 1) % 3), day: 1 });
}

/** Begins with March, June, September or December (New York Tax Law section 1136). */
function taxQuarterOf(day: StoreDate): StoreDate {
  return day.with({ day: 1 }).subtract({ months: day.month % 3 });
}

function customDays(state: Pick<ReportState, 'from' | 'to'>, today: StoreDate): DayRange | RangeProblem {
  // Chosen, but no dates yet: the form is filled with the last 30 days.
  if (state.from === '' && state.to === '') return lastDays(30, today).days;
  const from = parseDate(state.from);
  if (!from) return { field: 'from', message: 'Enter the first day.' };
  const to = parseDate(state.to);
  if (!to) return { field: 'to', message: 'Enter the last day.' };
  if (Temporal.PlainDate.compare(from, to) > 0)
    return { field: 'to', message: 'The last day must not come before the first.' };
  if (Temporal.PlainDate.compare(from, today) > 0)
    return { field: 'from', message: 'The first day must not be in the future.' };
  const days = { from, to: soonest(to, today) };
  return Temporal.PlainDate.compare(from.add({ years: LONGEST_YEARS }), days.to) <= 0
    ? { field: 'from', message: `Choose at most ${LONGEST_YEARS} years.` }
    : days;
}

function soonest(one: StoreDate, other: StoreDate): StoreDate {
  return Temporal.PlainDate.compare(one, other) < 0 ? one : other;
}
