/** When an offer runs. Its hours are those of the clock on the store's wall, on days with a clock change, too. */
import { Temporal } from 'temporal-polyfill';
import type { StoredOfferHours } from '#db/schema/discounts.ts';
import { formatDate, formatTime, type StoreDate, startOfDay, storeDate } from '#kernel/time.ts';

/** Milliseconds since 1970. */
export type OfferTimes = {
  startsAt: number;
  endsAt: number;
  /** When staff ended it before its time. */
  endedAt: number | null;
  /** null for the whole time from start to end. */
  hours: StoredOfferHours | null;
};

/** A time without a break in which an offer runs: `from` belongs to it, `until` does not. */
export type OfferWindow = { from: number; until: number };

/**
 * The moment of a date and time of the store's clock. Of a time that the clock shows twice, the first for a start and the
 * second for an end; of one that it skips, the moment of the skip.
 */
export function wallMoment(
  date: StoreDate,
  time: Temporal.PlainTime,
  zone: string,
  which: 'start' | 'end',
): number {
  const local = date.toPlainDateTime(time);
  const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
    local.toZonedDateTime(zone, { disambiguation }),
  ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime];
  if (!first.toPlainDateTime().equals(local)) {
    const skip = first.getTimeZoneTransition('next');
    return (skip ?? second).epochMilliseconds;
  }
  return (which === 'start' ? first : second).epochMilliseconds;
}

/** Whether the store's clock skips this time: 2:30 AM on the day when summer time begins. */
export function isSkipped(date: StoreDate, time: Temporal.PlainTime, zone: string): boolean {
  const local = date.toPlainDateTime(time);
  return !local.toZonedDateTime(zone).toPlainDateTime().equals(local);
}

/** The window in which it runs at this moment; null while it does not. */
export function windowAt(times: OfferTimes, at: number, zone: string): OfferWindow | null {
  return windowsAround(times, at, zone).find(({ from, until }) => from <= at && at < until) ?? null;
}

/** When it next begins or ends after this moment; null if never, or not within eight days. */
export function nextTurn(times: OfferTimes, at: number, zone: string): number | null {
  const turns = windowsAround(times, at, zone).flatMap(({ from, until }) => [from, until]);
  const next = Math.min(...turns.filter((turn) => turn > at));
  return Number.isFinite(next) ? next : null;
}

/** When it last ended, if within a day before this moment; null otherwise, and while it runs. */
export function lastEnd(times: OfferTimes, at: number, zone: string): number | null {
  const windows = windowsAround(times, at, zone);
  if (windows.some(({ from, until }) => from <= at && at < until)) return null;
  const ends = windows.map(({ until }) => until).filter((end) => end <= at && end > at - DAY_MS);
  return ends.length === 0 ? null : Math.max(...ends);
}

const DAY_MS = 86_400_000;

/** More than a week, because hours of whole days may follow each other for six days. */
const DAYS_AHEAD = 8;

/** Whole days, each day of the week. */
const isAlways = ({ weekdays, from, until }: StoredOfferHours) =>
  from === until && (weekdays.length === 0 || weekdays.length === 7);

/**
 * Every window from the day before yesterday to a week ahead, within start and end, joined where one follows another at
 * once.
 */
function windowsAround(times: OfferTimes, at: number, zone: string): OfferWindow[] {
  const { startsAt } = times;
  const hours = times.hours && isAlways(times.hours) ? null : times.hours;
  const endsAt = Math.min(times.endsAt, times.endedAt ?? Number.POSITIVE_INFINITY);
  if (hours === null) return startsAt < endsAt ? [{ from: startsAt, until: endsAt }] : [];
  const today = storeDate(Temporal.Instant.fromEpochMilliseconds(at), zone);
  const windows: OfferWindow[] = [];
  for (let day = -2; day <= DAYS_AHEAD; day += 1) {
    const date = today.add({ days: day });
    if (hours.weekdays.length > 0 && !hours.weekdays.includes(date.dayOfWeek)) continue;
    const window = windowOfDay(date, hours, zone);
    const from = Math.max(window.from, startsAt);
    const until = Math.min(window.until, endsAt);
    const before = windows.at(-1);
    if (from >= until) continue;
    if (before && before.until >= from) before.until = Math.max(before.until, until);
    else windows.push({ from, until });
  }
  return windows;
}

/** Hours that end before they begin go past midnight; equal ones are a whole day. The day is that of the begin. */
function windowOfDay(date: StoreDate, hours: StoredOfferHours, zone: string): OfferWindow {
  const [from, until] = [hours.from, hours.until].map((time) => Temporal.PlainTime.from(time)) as [
    Temporal.PlainTime,
    Temporal.PlainTime,
  ];
  const lastDay = Temporal.PlainTime.compare(until, from) <= 0 ? date.add({ days: 1 }) : date;
  return { from: wallMoment(date, from, zone, 'start'), until: wallMoment(lastDay, until, zone, 'end') };
}

/** The last day of a window, yyyy-mm-dd, and its end in words: '6:00 PM today', 'Nov 30, 2026', 'Nov 30, 2026, 6:00 PM'. */
export function endOf(until: number, at: number, zone: string): { until: string; untilText: string } {
  const instant = Temporal.Instant.fromEpochMilliseconds(until);
  const last = storeDate(instant.subtract({ milliseconds: 1 }), zone);
  const isMidnight = startOfDay(storeDate(instant, zone), zone).epochMilliseconds === until;
  const today = storeDate(Temporal.Instant.fromEpochMilliseconds(at), zone);
  const time = formatTime(instant, zone);
  const untilText = isMidnight
    ? formatDate(last)
    : last.equals(today)
      ? `${time} today`
      : `${formatDate(last)}, ${time}`;
  return { until: last.toString(), untilText };
}
