/** Metrc writes some times in the facility's zone without naming it, others with their offset. */
import { Temporal } from 'temporal-polyfill';

const zoned = (at: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);

/** The facility's day, yyyy-mm-dd. */
export function dateAt(at: Date, zone: string): string {
  return zoned(at, zone).toPlainDate().toString();
}

/** The facility's clock: '2026-11-01T01:30:00.000'. */
export function localTime(at: Date, zone: string): string {
  return zoned(at, zone).toPlainDateTime().toString({ fractionalSecondDigits: 3 });
}

/** '2026-11-01T01:30:00.000-04:00' */
export function timeWithOffset(at: Date, zone: string): string {
  return `${localTime(at, zone)}${zoned(at, zone).offset}`;
}

/** '2026-11-01T05:30:00.000+00:00' */
export function universalTime(iso: string): string {
  return new Date(iso).toISOString().replace('Z', '+00:00');
}

/**
 * The moments that a local time may mean, first and last: two in the hour that clocks show twice. A zone in the text
 * is ignored, as digits of another zone would be. Null if the text is not a time.
 */
export function momentsOf(local: string, zone: string): { first: Date; last: Date } | null {
  const digits = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?/.exec(local)?.[0];
  if (!digits) return null;
  try {
    const plain = Temporal.PlainDateTime.from(digits, { overflow: 'reject' });
    const at = (disambiguation: 'earlier' | 'later') =>
      new Date(plain.toZonedDateTime(zone, { disambiguation }).epochMilliseconds);
    return { first: at('earlier'), last: at('later') };
  } catch {
    return null;
  }
}
