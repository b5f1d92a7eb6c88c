/**
 * Limits the memory V8 uses before it collects garbage (decision 14). By default V8 sizes itself to the machine, as if
 * nothing else ran there. Plain JavaScript, because `main.js` is.
 */
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes for both halves of the young generation; it fits into a processor's cache, so it is fast as well. */
const YOUNG = 16 * 1024 * 1024;

/** The heap growth until the next collection, in percent of what the last one left. */
const GROWTH = 60;

/** Call it before the application loads. The young generation stays at V8's initial size. */
export function startSmall() {
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
  setFlagsFromString('--semi-space-growth-factor=1');
}

/**
 * Call it once the application runs: lets the young generation double up to `YOUNG`. V8 reads the factor each time it
 * would grow, and shrinks by itself when idle, so this sets the factor again after every collection.
 */
export function holdYoungGeneration() {
  const hold = () => {
    const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
    setFlagsFromString(`--semi-space-growth-factor=${(young?.space_size ?? YOUNG) < YOUNG ? 2 : 1}`);
  };
  new PerformanceObserver(hold).observe({ entryTypes: ['gc'] });
  hold();
}
