/**
 * Posted hours: weekly ones, and exceptions. Stored in the store's local time; only this file turns them into instants,
 * so that clock changes are handled in one place.
 */
import { Temporal } from 'temporal-polyfill';
import { formatShortDay, formatTime, parseDate, type StoreDate, storeDate } from '#kernel/time.ts';

/** ISO weekday, 1 = Monday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** From opening to closing on one day, 'HH:MM' of the store's clock. Closing is the first closed minute. */
export type Span = { opens: string; closes: string };

export type WeeklyHours = Readonly<Record<Weekday, readonly Span[]>>;

/** A day that differs from its weekday. `date` is yyyy-mm-dd. */
export type HoursException = ({ date: string; closed: true } | { date: string; spans: readonly Span[] }) & {
  /** Why, as shoppers read it. */
  reason?: string;
};

/** The hours that the owner posted. */
export type PostedHours = {
  /** IANA time zone of the store. */
  zone: string;
  weekly: WeeklyHours;
  exceptions: readonly HoursException[];
};

/** A posted span as instants; `to` is the first closed moment. */
export type OpenPeriod = { from: Temporal.Instant; to: Temporal.Instant };

/** Hand-over is forbidden between midnight and this time, unless the town permits it (docs/law.md, Hours). */
export const EARLIEST_HAND_OVER = '08:00';

/** The earliest time of hand-over, 'HH:MM': any hour where the town permits it. */
export function earliestHandOverOf({ nightPermitted }: { nightPermitted: boolean }): string {
  return nightPermitted ? '00:00' : EARLIEST_HAND_OVER;
}

export const WEEKDAYS: readonly { day: Weekday; name: string }[] = [
  { day: 1, name: 'Monday' },
  { day: 2, name: 'Tuesday' },
  { day: 3, name: 'Wednesday' },
  { day: 4, name: 'Thursday' },
  { day: 5, name: 'Friday' },
  { day: 6, name: 'Saturday' },
  { day: 7, name: 'Sunday' },
];

/** The days as calendars of the office list them: the week starts on Sunday. */
export const WEEK = [...WEEKDAYS.slice(-1), ...WEEKDAYS.slice(0, -1)];

/** How far ahead to look for the next opening: a season's closing, posted as exceptions, fits in. */
const OPENING_SEARCH_DAYS = 400;

/** Minutes since midnight of 'HH:MM'; null for anything else. */
export function minutesOf(time: string): number | null {
  const parts = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time);
  return parts ? Number(parts[1]) * 60 + Number(parts[2]) : null;
}

/** 'HH:MM' of minutes since midnight. */
export function timeOf(minutes: number): string {
  const digits = (number: number) => number.toString().padStart(2, '0');
  return `${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`;
}

/** The spans posted for a day, earliest first: its exception's, else its weekday's. */
export function postedSpans(
  hours: Pick<PostedHours, 'weekly' | 'exceptions'>,
  date: StoreDate,
): readonly Span[] {
  const exception = hours.exceptions.find((candidate) => candidate.date === date.toString());
  if (exception && 'closed' in exception) return [];
  const weekday = WEEKDAYS.find(({ day }) => day === date.dayOfWeek)?.day;
  const spans = exception ? exception.spans : weekday ? hours.weekly[weekday] : [];
  return spans.toSorted((left, right) => left.opens.localeCompare(right.opens));
}

/**
 * The posted hours of a day as instants, in order. A time that the clock skips means the moment of the skip; a time
 * that it shows twice means the first one. Malformed and empty spans open nothing.
 */
export function openPeriods(hours: PostedHours, date: StoreDate): OpenPeriod[] {
  return postedSpans(hours, date).flatMap((span) => {
    const opens = minutesOf(span.opens);
    const closes = minutesOf(span.closes);
    if (opens === null || closes === null || closes <= opens) return [];
    const period = { from: firstMoment(date, opens, hours.zone), to: firstMoment(date, closes, hours.zone) };
    return Temporal.Instant.compare(period.from, period.to) < 0 ? [period] : [];
  });
}

function firstMoment(date: StoreDate, minutes: number, zone: string): Temporal.Instant {
  const local = date.toPlainDateTime(timeOf(minutes));
  const moment = local.toZonedDateTime(zone, { disambiguation: 'compatible' });
  if (moment.toPlainDateTime().equals(local)) return moment.toInstant();
  // The clock skips this time; `compatible` has moved past the skip, so the skip is the transition before.
  return (moment.add({ nanoseconds: 1 }).getTimeZoneTransition('previous') ?? moment).toInstant();
}

/**
 * Answers whether a pickup time is outside the posted hours: some minute of it is not within one open period. Computes
 * each day once, because time zones are slow and a day has many orders.
 */
export function outsideHoursOf(hours: PostedHours): (pickup: { from: Date; to: Date | null }) => boolean {
  const days = new Map<string, OpenPeriod[]>();
  return ({ from, to }) => {
    const date = storeDate(Temporal.Instant.fromEpochMilliseconds(from.getTime()), hours.zone);
    const periods = days.get(date.toString()) ?? openPeriods(hours, date);
    days.set(date.toString(), periods);
    const [start, end] = [from.getTime(), (to ?? from).getTime()];
    return !periods.some(
      (period) => period.from.epochMilliseconds <= start && end <= period.to.epochMilliseconds,
    );
  };
}

/** Open and until when, or closed and until when; `opensAt` is null when no opening is posted. */
export type OpenState =
  | { open: true; until: Temporal.Instant }
  | { open: false; opensAt: Temporal.Instant | null };

/** Whether the store is open at a moment. Consecutive hours without a gap count as one period. */
export function openState(hours: PostedHours, now: Temporal.Instant): OpenState {
  const today = storeDate(now, hours.zone);
  let until: Temporal.Instant | null = null;
  for (const period of openPeriods(hours, today)) {
    const from = until ?? now;
    const covers =
      Temporal.Instant.compare(period.from, from) <= 0 && Temporal.Instant.compare(from, period.to) < 0;
    if (covers) until = period.to;
  }
  return until ? { open: true, until } : { open: false, opensAt: nextOpening(hours, today, now) };
}

function nextOpening(hours: PostedHours, today: StoreDate, now: Temporal.Instant): Temporal.Instant | null {
  for (let days = 0; days <= OPENING_SEARCH_DAYS; days += 1) {
    const next = openPeriods(hours, today.add({ days })).find(
      (period) => Temporal.Instant.compare(period.from, now) > 0,
    );
    if (next) return next.from;
  }
  return null;
}

/** How far past its period a hold may wait for a closing time. */
const HOLD_EXTENSION_DAYS = 7;

/**
 * When a hold made now ends: at the first closing time at or after its period, never at night; at the end of the period
 * if the store does not open, or does not close, within a week of it.
 */
export function holdEnd(hours: PostedHours, now: Temporal.Instant, holdHours: number): Temporal.Instant {
  const earliest = now.add({ hours: holdHours });
  const closings = closingsFrom(hours, storeDate(earliest, hours.zone), HOLD_EXTENSION_DAYS);
  return closings.find((closing) => Temporal.Instant.compare(closing, earliest) >= 0) ?? earliest;
}

/** 'Tue, Nov 24, 6:00 PM, when we close'; the reason only if the store closes then. */
export function holdEndWords(hours: PostedHours, endsAt: Temporal.Instant): string {
  const day = storeDate(endsAt, hours.zone);
  const isClosing = closingsFrom(hours, day, 0).some((closing) => closing.equals(endsAt));
  const time = `${formatShortDay(day)}, ${formatTime(endsAt, hours.zone)}`;
  return isClosing ? `${time}, when we close` : time;
}

/**
 * The closing times of a day and of `days` more, in order. Consecutive hours without a gap count as one period, also
 * over midnight: the latest time that can be posted is 23:59.
 */
function closingsFrom(hours: PostedHours, from: StoreDate, days: number): Temporal.Instant[] {
  const periods = Array.from({ length: days + 2 }, (_, at) => openPeriods(hours, from.add({ days: at })));
  const [next = []] = periods.slice(-1);
  const all = periods.flat();
  return all.slice(0, all.length - next.length).flatMap(({ to }, index) => {
    const opens = all[index + 1]?.from;
    const isOpenOn = opens && Temporal.Instant.compare(opens, to.add({ minutes: 1 })) <= 0;
    return isOpenOn ? [] : [to];
  });
}

/** An error in posted hours. `path` is the form field: 'weekly.1.0', 'exceptions.2'. */
export type HoursProblem = { path: string; message: string };

/**
 * Every reason the hours cannot be posted: malformed times, closing before opening, overlapping spans, hand-over before
 * 08:00, impossible or repeated dates. Valid hours return an empty list.
 */
export function validateHours(
  weekly: WeeklyHours,
  exceptions: readonly HoursException[],
  earliest: string = EARLIEST_HAND_OVER,
): HoursProblem[] {
  const problems = WEEKDAYS.flatMap(({ day, name }) =>
    spanProblems(weekly[day], name, `weekly.${day}`, earliest),
  );
  const seen = new Set<string>();
  exceptions.forEach((exception, index) => {
    const path = `exceptions.${index}`;
    if (!parseDate(exception.date)) {
      problems.push({ path, message: `'${exception.date}' is not a date like 2026-11-26.` });
    } else if (seen.has(exception.date)) {
      problems.push({ path, message: `${exception.date} is listed twice. Remove one of the entries.` });
    }
    seen.add(exception.date);
    if ('spans' in exception) problems.push(...spanProblems(exception.spans, exception.date, path, earliest));
  });
  return problems;
}

/** '19:00' → '7:00 PM'; an invalid time stays as it is. */
export function clockWords(time: string): string {
  const minutes = minutesOf(time);
  if (minutes === null) return time;
  const hour = Math.floor(minutes / 60);
  return `${hour % 12 || 12}:${time.slice(3)} ${hour < 12 ? 'AM' : 'PM'}`;
}

function spanProblems(spans: readonly Span[], where: string, path: string, earliest: string): HoursProblem[] {
  const problems: HoursProblem[] = [];
  const valid: { opens: number; closes: number; path: string }[] = [];
  spans.forEach((span, index) => {
    const at = `${path}.${index}`;
    const opens = minutesOf(span.opens);
    const closes = minutesOf(span.closes);
    if (opens === null || closes === null) {
      const wrong = opens === null ? span.opens : span.closes;
      problems.push({ path: at, message: `${where}: '${wrong}' is not a time like 09:30.` });
    } else if (closes <= opens) {
      problems.push({ path: at, message: `${where}: closing time must be later than opening time.` });
    } else {
      if (opens < (minutesOf(earliest) ?? 0)) {
        problems.push({
          path: at,
          message: `${where}: nothing may be handed over before ${clockWords(earliest)}. Open at ${clockWords(earliest)} or later.`,
        });
      }
      valid.push({ opens, closes, path: at });
    }
  });
  valid.sort((left, right) => left.opens - right.opens);
  valid.reduce((latest, span) => {
    if (span.opens < latest) problems.push({ path: span.path, message: `${where}: these hours overlap.` });
    return Math.max(latest, span.closes);
  }, 0);
  return problems;
}
