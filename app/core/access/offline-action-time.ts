/** Bounds the time of an action that waited on a tablet, which the tablet's clock says. Pure. */
import type { Temporal } from 'temporal-polyfill';
import { asDate, startOfDay, storeDate } from '#kernel/time.ts';

/** How far a tablet's clock may be ahead, in milliseconds. */
const AHEAD_MS = 120_000;

/**
 * When it was done, for the record. The arrival where the tablet's clock cannot be right: more than two minutes ahead, or before
 * the store's day before, whose copy no tablet shows any more. It is not refused, because the work is done.
 * @param said milliseconds since 1970, by the tablet's clock
 */
export function doneAtOf(said: number, arrival: Temporal.Instant, zone: string): Date {
  const earliest = asDate(startOfDay(storeDate(arrival, zone).subtract({ days: 1 }), zone)).getTime();
  const isLikely = said >= earliest && said <= arrival.epochMilliseconds + AHEAD_MS;
  // A moment ahead is a moment ago: nothing on record is later than its arrival.
  return isLikely ? new Date(Math.min(said, arrival.epochMilliseconds)) : asDate(arrival);
}
