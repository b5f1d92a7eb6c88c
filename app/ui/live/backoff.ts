/** Computes how long to wait before a retry: from 200 ms, doubling up to 30 s, with jitter. */
const SHORTEST_MS = 200;
const LONGEST_MS = 30_000;

/**
 * The pause before another try, in ms: between half and all of the doubled time, so that a thousand pages that lost the
 * same server do not reconnect at once.
 * @param failures how many tries in a row have failed, from 1.
 * @param random from 0 up to 1.
 */
export function pauseAfter(failures: number, random: number): number {
  const whole = Math.min(LONGEST_MS, SHORTEST_MS * 2 ** Math.max(0, failures - 1));
  return Math.round(whole * (0.5 + random / 2));
}

/** The longest pause, for clients that the server told to stay away for a while. */
export const FAILURES_OF_LONGEST_PAUSE = 9;
