/** Limits how many requests run at once and how many start in a second. */

export type Pace = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Returns a function that runs work in its turn.
 * @param atOnce the most that run at the same time. @param apartMs milliseconds between two starts
 */
export function paced({ atOnce, apartMs }: { atOnce: number; apartMs: number }): Pace {
  const waiting: (() => void)[] = [];
  let running = 0;
  let nextStart = 0;
  return async (work) => {
    if (running < atOnce) running++;
    // The one that ends passes its place on.
    else await new Promise<void>((start) => waiting.push(start));
    try {
      const now = performance.now();
      const start = Math.max(now, nextStart);
      nextStart = start + apartMs;
      if (start > now) await new Promise((resolve) => setTimeout(resolve, start - now));
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
