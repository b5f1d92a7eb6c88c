/**
 * Time: instants are moments, dates are days of the store's calendar, and the time zone is always a parameter. The
 * formats are the specification's (section 9), written out here because Intl's spaces and abbreviations change between
 * platform versions.
 */
import { Temporal } from 'temporal-polyfill';

/** The store's time zone until its settings say otherwise. */
export const STORE_TIME_ZONE_DEFAULT = 'America/New_York';

/** A day of the store's calendar, without a time of day. */
export type StoreDate = Temporal.PlainDate;

/** The source of the current time; tests pass their own. */
export type Clock = () => Temporal.Instant;

/** The machine's clock. */
export const systemClock: Clock = () => Temporal.Now.instant();

/** A move writes it where the former shop did not say when something was; no record of a shop is that old. */
export const LONG_AGO = '2000-01-01T00:00:00.000Z';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/**
 * Parses a real calendar day written yyyy-mm-dd, years 0001 to 9998, so that the day after also has a four-digit year;
 * null for anything else.
 */
export function parseDate(text: string): StoreDate | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts || parts[1] === '0000' || parts[1] === '9999') return null;
  try {
    const [, year, month, day] = parts.map(Number);
    return Temporal.PlainDate.from(
      { year: year ?? 0, month: month ?? 0, day: day ?? 0 },
      { overflow: 'reject' },
    );
  } catch {
    return null;
  }
}

/** The database driver's Date as an instant. */
export function instantOf(date: Date): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(date.getTime());
}

/** Reads an ISO instant from outside; null if it is none. */
export function readInstant(text: string | null): Temporal.Instant | null {
  if (text === null) return null;
  try {
    return Temporal.Instant.from(text);
  } catch {
    return null;
  }
}

/** The instant as a Date, for the database driver. */
export function asDate(instant: Temporal.Instant): Date {
  return new Date(instant.epochMilliseconds);
}

/** The store-local day at that moment. */
export function storeDate(instant: Temporal.Instant, zone: string): StoreDate {
  const minute = Math.floor(instant.epochMilliseconds / MINUTE_MS);
  if (minute !== lastDay?.minute || zone !== lastDay.zone)
    lastDay = { minute, zone, date: instant.toZonedDateTimeISO(zone).toPlainDate() };
  return lastDay.date;
}

/** Zones have differed by whole minutes since 1972, so a day starts on a whole minute; most questions are about now. */
const MINUTE_MS = 60_000;
let lastDay: { minute: number; zone: string; date: StoreDate } | null = null;

/**
 * The moment of a store-local date and time, as a browser's control sends it: '2026-06-06T14:30'. Null for an invalid time. A time that the clock skips moves forward by the skip; of one it shows twice the first
 * counts.
 */
export function momentOf(local: string, zone: string): Temporal.Instant | null {
  try {
    return Temporal.PlainDateTime.from(local, { overflow: 'reject' }).toZonedDateTime(zone).toInstant();
  } catch {
    return null;
  }
}

/** The opposite: '2026-06-06T14:30', for a browser's control. */
export function localMinute(instant: Temporal.Instant, zone: string): string {
  return instant.toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'minute' });
}

/** The first moment of a day: midnight, or the first moment after it when a clock change skips midnight. */
export function startOfDay(date: StoreDate, zone: string): Temporal.Instant {
  return date.toZonedDateTime({ timeZone: zone }).toInstant();
}

/** 'Nov 5, 2026' */
export function formatDate(date: StoreDate): string {
  return `${monthAndDay(date)}, ${date.year}`;
}

/** 'Nov 5, 2026 3:07 PM', in the given zone. */
export function formatDateTime(instant: Temporal.Instant, zone: string): string {
  return `${formatDate(storeDate(instant, zone))} ${clockTime(instant.toZonedDateTimeISO(zone))}`;
}

/** '3:07 PM', with the date if it is not the day of `now` in the given zone. */
export function formatTimeSeen(instant: Temporal.Instant, now: Temporal.Instant, zone: string): string {
  const isToday = storeDate(instant, zone).equals(storeDate(now, zone));
  return isToday ? formatTime(instant, zone) : formatDateTime(instant, zone);
}

/** 'Nov 5, 2026 15:07', in the given zone. */
export function formatActivityTime(instant: Temporal.Instant, zone: string): string {
  const local = instant.toZonedDateTimeISO(zone);
  return `${formatDate(local.toPlainDate())} ${twoDigits(local.hour)}:${twoDigits(local.minute)}`;
}

/** '3:07 PM', in the given zone; '1:10 AM EST' in the hour that clocks show twice when summer time ends. */
export function formatTime(instant: Temporal.Instant, zone: string): string {
  const local = instant.toZonedDateTimeISO(zone);
  return isShownTwice(local) ? `${clockTime(local)} ${zoneName(local)}` : clockTime(local);
}

function clockTime({ hour, minute }: Temporal.ZonedDateTime): string {
  return `${hour % 12 || 12}:${twoDigits(minute)} ${hour < 12 ? 'AM' : 'PM'}`;
}

function isShownTwice(local: Temporal.ZonedDateTime): boolean {
  const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
    local.toPlainDateTime().toZonedDateTime(local.timeZoneId, { disambiguation }),
  );
  return first?.offset !== second?.offset;
}

/** 'EDT' */
function zoneName({ timeZoneId, epochMilliseconds }: Temporal.ZonedDateTime): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: timeZoneId, timeZoneName: 'short' });
  return format.formatToParts(epochMilliseconds).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** 'Today', 'Tomorrow', else 'Sat, Nov 28'. */
export function relativeDay(date: StoreDate, today: StoreDate): string {
  if (date.equals(today)) return 'Today';
  if (date.equals(today.add({ days: 1 }))) return 'Tomorrow';
  return formatShortDay(date);
}

/** 'Sat, Nov 28' */
export function formatShortDay(date: StoreDate): string {
  return `${formatWeekday(date).slice(0, 3)}, ${monthAndDay(date)}`;
}

/** 'Saturday' */
export function formatWeekday(date: StoreDate): string {
  return weekdayName(date.dayOfWeek);
}

/** The same by ISO number: 6. */
export function weekdayName(weekday: number): string {
  return WEEKDAYS[weekday - 1] ?? '';
}

function monthAndDay(date: StoreDate): string {
  return `${MONTHS[date.month - 1]} ${date.day}`;
}

function twoDigits(number: number): string {
  return number.toString().padStart(2, '0');
}
