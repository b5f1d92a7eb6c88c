/** Metrc writes the time of a sale as the store's clock shows it, without a zone. Pure. */
import { Temporal } from 'temporal-polyfill';
import { momentOf, readInstant, storeDate } from '#kernel/time.ts';

/** '2026-11-01T01:30:00.000': in the hour that clocks show twice it does not say which one. */
export function localTimeOf(at: Temporal.Instant, zone: string): string {
  return at.toZonedDateTimeISO(zone).toPlainDateTime().toString({ fractionalSecondDigits: 3 });
}

/** yyyy-mm-dd */
export const localDateOf = (at: Temporal.Instant, zone: string): string => storeDate(at, zone).toString();

const hasZone = (text: string) => /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text);

/**
 * The moment of a local time, or of one with an offset, which counts. Of a time that clocks show twice the first one; a
 * time that they skip moves forward. Null if it is none.
 */
export function momentOfLocal(text: string, zone: string): Temporal.Instant | null {
  return hasZone(text) ? readInstant(text) : momentOf(text, zone);
}

/** A local time without a zone, to the second; of one with an offset as the store's clock shows it. Null if it is none. */
export function clockOf(text: string | null | undefined, zone: string): string | null {
  if (!text) return null;
  const moment = hasZone(text) ? readInstant(text) : null;
  const local = moment ? localTimeOf(moment, zone) : text;
  try {
    return Temporal.PlainDateTime.from(local, { overflow: 'reject' }).toString({ smallestUnit: 'second' });
  } catch {
    return null;
  }
}

/** Metrc writes a time that never was as the first of the year 1. */
export function momentOrNever(text: string | null | undefined): Temporal.Instant | null {
  return !text || text.startsWith('0001-') ? null : readInstant(text);
}
