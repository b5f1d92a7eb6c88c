/**
 * How much memory V8 may take before it looks for what is not needed any more (decision 14). By itself it goes by the
 * size of the machine, as if nothing else ran there. Plain JavaScript, because `main.js` is.
 */
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** For objects that have just been made, in bytes, both halves: what fits into a processor's cache is fast as well. */
const YOUNG = 16 * 1024 * 1024;

/** By so much the rest may grow, in percent of what was left after a collection, until the next one. */
const GROWTH = 60;

/** Before the application is loaded. The young generation stays as small as V8 begins with. */
export function startSmall() {
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
  setFlagsFromString('--semi-space-growth-factor=1');
}

/**
 * Once it runs: lets the young generation double until it is `YOUNG`. V8 reads the factor each time it would grow, and
 * shrinks by itself when little happens; so it is told anew after every collection.
 */
export function holdYoungGeneration() {
  const hold = () => {
    const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
    setFlagsFromString(`--semi-space-growth-factor=${(young?.space_size ?? YOUNG) < YOUNG ? 2 : 1}`);
  };
  new PerformanceObserver(hold).observe({ entryTypes: ['gc'] });
  hold();
}
