/** Formats times and amounts as spreadsheet cells. */
import type { Temporal } from 'temporal-polyfill';

/**
 * '2026-11-21 14:00:00' on the store's clock, the one form of a time in every file: it sorts as text, and spreadsheets read
 * it as a time.
 */
export function localTime(instant: Temporal.Instant, zone: string): string {
  const local = instant.toZonedDateTimeISO(zone).toPlainDateTime();
  return local.toString({ smallestUnit: 'second' }).replace('T', ' ');
}

/** Formats cents as a plain number of dollars, '1234.05', so that a spreadsheet can add it up. */
export function dollars(amount: number): string {
  return (amount / 100).toFixed(2);
}
