/**
 * Computes the demo's past on the store's calendar: whole days before the time of seeding, also across clock changes.
 */

import { Temporal } from 'temporal-polyfill';
import { type StoreDate, storeDate } from '#kernel/time.ts';

/** Counts days on the store's calendar; negative counts are in the future. */
export type DemoCalendar = {
  /** That day, yyyy-mm-dd. */
  dayOf(daysAgo: number): string;
  /** The same time of day on that day: on `dayOf` of the same count, and never after `now` for a count of 0 or more. */
  momentOf(daysAgo: number): Date;
};

/** Caches its results, because time zone arithmetic is slow and hundreds of lots share a few days. */
export function demoCalendar(now: Date, zone: string): DemoCalendar {
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime());
  const local = instant.toZonedDateTimeISO(zone);
  const today: StoreDate = storeDate(instant, zone);
  const days = new Map<number, string>();
  const moments = new Map<number, Date>();
  return {
    dayOf: (daysAgo) => remembered(days, daysAgo, () => today.subtract({ days: daysAgo }).toString()),
    momentOf: (daysAgo) =>
      remembered(
        moments,
        daysAgo,
        () => new Date(local.subtract({ days: daysAgo }).toInstant().epochMilliseconds),
      ),
  };
}

function remembered<T>(known: Map<number, T>, key: number, make: () => T): T {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}
