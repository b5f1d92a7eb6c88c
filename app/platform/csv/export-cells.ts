/** Formats times and amounts as spreadsheet cells. */
import type { Temporal } from 'temporal-polyfill';

/** '2026-11-21T14:00:00-05:00': sorts as text and includes the offset. */
export function localTime(instant: Temporal.Instant, zone: string): string {
  return instant.toZonedDateTimeISO(zone).toString({ timeZoneName: 'never', smallestUnit: 'second' });
}

/** Formats cents as a plain number of dollars, '1234.05', so that a spreadsheet can add it up. */
export function dollars(amount: number): string {
  return (amount / 100).toFixed(2);
}
