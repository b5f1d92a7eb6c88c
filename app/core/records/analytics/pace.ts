/** How fast products sell, and when they run out. Pure. */
import type { StoreDate } from '#kernel/time.ts';

/** Days before today whose sales are the pace of a weekday: four of each. */
export const PACE_DAYS = 28;
const WEEK = 7;

/** The part of the units that were there which was sold; null where none were. Never above 1: what was sold was there. */
export function sellThrough(sold: number, there: number): number | null {
  if (sold <= 0) return there > 0 ? 0 : null;
  return Math.min(1, sold / Math.max(there, sold));
}

/** How many days the units last at this pace; null if none is sold. */
export function daysOfStock(available: number, unitsADay: number): number | null {
  return unitsADay > 0 ? available / unitsADay : null;
}

/** Days that a span has had so far: today counts as the part of it that has passed, at least one hour. */
export function daysSoFar(days: number, partOfToday: number | null): number {
  return partOfToday === null ? days : days - 1 + Math.max(partOfToday, 1 / 24);
}

/** Units a day by ISO weekday, at 1 to 7. */
export type WeekPace = readonly number[];

/**
 * The mean of each weekday in the four weeks before today. A product that is on the menu for less is measured since its
 * first day; a weekday that it has not seen has the mean of the days that it has.
 * @param sold units by ISO weekday, at 1 to 7
 */
export function weekPace(sold: readonly number[], since: StoreDate, today: StoreDate): WeekPace {
  const known = Math.min(PACE_DAYS, Math.max(0, since.until(today).days));
  const times = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let ago = 1; ago <= known; ago++) {
    const weekday = today.subtract({ days: ago }).dayOfWeek;
    times[weekday] = (times[weekday] ?? 0) + 1;
  }
  const all = sold.reduce((sum, units) => sum + units, 0);
  const mean = known === 0 ? 0 : all / known;
  return times.map((count, weekday) => {
    if (weekday === 0) return 0;
    return count === 0 ? mean : Math.max(0, (sold[weekday] ?? 0) / count);
  });
}

/** The Sunday that ends the weekend to come; on a Sunday the next one. */
export function endOfWeekend(today: StoreDate): StoreDate {
  return today.add({ days: WEEK - (today.dayOfWeek % WEEK) });
}

/**
 * The first day on which the units available are gone, up to `last`; null if they last longer. Of today counts what its
 * weekday sells less what was sold already.
 */
export function runsOutOn(
  product: { available: number; soldToday: number; pace: WeekPace },
  today: StoreDate,
  last: StoreDate,
): StoreDate | null {
  let left = product.available;
  for (let ahead = 0; ahead <= today.until(last).days; ahead++) {
    const day = today.add({ days: ahead });
    const units = product.pace[day.dayOfWeek] ?? 0;
    left -= ahead === 0 ? Math.max(0, units - product.soldToday) : units;
    // A unit that is sold by half is sold.
    if (left < 0.5) return day;
  }
  return null;
}
