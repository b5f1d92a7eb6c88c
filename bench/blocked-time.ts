/**
 * How long a page blocks a phone, by the processor time of its tasks: wall-clock time would include everything else
 * that runs here.
 */

/** The used part of a Chromium trace; times in microseconds. */
export type TraceEvent = { name: string; pid: number; tid: number; ts: number; tdur?: number };

/** A longer task delays people who touch the page. */
const LONG_MS = 50;

/**
 * Total blocking time as Lighthouse counts it, by processor time: for each task after the first paint, the time
 * beyond 50 ms on a phone that is `slowdown` times slower. Milliseconds.
 */
export function blockedTime(events: readonly TraceEvent[], slowdown: number): number {
  const painted = events.findLast(({ name }) => name === 'firstContentfulPaint');
  if (!painted) return Number.NaN;
  return events
    .filter(({ name, pid, tid, ts }) => {
      return name === 'RunTask' && pid === painted.pid && tid === painted.tid && ts >= painted.ts;
    })
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1000) * slowdown - LONG_MS), 0);
}
