/**
 * Formats the posted hours as a table: the week, with equal consecutive days merged, and upcoming exceptions. Uses the
 * posted store times as they are, so it needs no time zone.
 */
import { parseDate, relativeDay, type StoreDate } from '#kernel/time.ts';
import { clockWords, type PostedHours, postedSpans, type Span, WEEKDAYS } from './hours.ts';

export type PostedWeek = {
  /** 'Monday to Wednesday', '10:00 AM to 7:00 PM'. From Monday to Sunday. */
  week: HoursRow[];
  /** 'Thu, Nov 26', 'Closed'. Soonest first. */
  different: HoursRow[];
};

export type HoursRow = { days: string; hours: string };

/** How many days ahead exceptions are shown, today included. */
const AHEAD_DAYS = 28;

export function postedWeek(posted: Omit<PostedHours, 'zone'>, today: StoreDate): PostedWeek {
  return { week: weekOf(posted), different: differentDays(posted, today) };
}

function weekOf({ weekly }: Pick<PostedHours, 'weekly'>): HoursRow[] {
  const runs: { first: string; last: string; hours: string }[] = [];
  for (const { day, name } of WEEKDAYS) {
    const hours = spanWords(weekly[day]);
    const run = runs.at(-1);
    if (run?.hours === hours) run.last = name;
    else runs.push({ first: name, last: name, hours });
  }
  return runs.map(({ first, last, hours }) => ({
    days: first === last ? first : `${first} to ${last}`,
    hours,
  }));
}

function differentDays(posted: Omit<PostedHours, 'zone'>, today: StoreDate): HoursRow[] {
  const [first, last] = [today.toString(), today.add({ days: AHEAD_DAYS - 1 }).toString()];
  return posted.exceptions
    .filter(({ date }) => first <= date && date <= last)
    .toSorted((left, right) => left.date.localeCompare(right.date))
    .flatMap(({ date }) => {
      const day = parseDate(date);
      if (!day) return [];
      const hours = spanWords(postedSpans(posted, day));
      const usual = spanWords(postedSpans({ ...posted, exceptions: [] }, day));
      return hours === usual ? [] : [{ days: relativeDay(day, today), hours }];
    });
}

/** '10:00 AM to 7:00 PM', several joined; 'Closed' without any. */
export function spanWords(spans: readonly Span[]): string {
  const words = spans
    .toSorted((left, right) => left.opens.localeCompare(right.opens))
    .map(({ opens, closes }) => `${clockWords(opens)} to ${clockWords(closes)}`);
  return words.join(', ') || 'Closed';
}
