/** How many GET calls a second, and how many at once, a facility and an integrator may make. */
import type { Faults } from './faults.ts';

export type Rates = {
  /** Counts a call and returns what ends it; null if it is one too many. */
  enter: (license: string, faults: Faults) => (() => void) | null;
};

/** Counters that begin again with each second of `milliseconds`, a clock that a test may hold still. */
export function openRates(milliseconds: () => number): Rates {
  let second = Number.NaN;
  let ofAll = 0;
  const made = new Map<string, number>();
  const running = new Map<string, number>();
  const enter = (license: string, { traps, limits }: Faults) => {
    const now = Math.floor(milliseconds() / 1000);
    if (now !== second) {
      [second, ofAll] = [now, 0];
      made.clear();
    }
    const [ofFacility, atOnce] = [made.get(license) ?? 0, running.get(license) ?? 0];
    const isTooMany =
      ofFacility >= limits.perFacility || ofAll >= limits.perIntegrator || atOnce >= limits.atOnce;
    if (traps.rateLimit && isTooMany) return null;
    ofAll += 1;
    made.set(license, ofFacility + 1);
    running.set(license, atOnce + 1);
    return () => void running.set(license, (running.get(license) ?? 1) - 1);
  };
  return { enter };
}
