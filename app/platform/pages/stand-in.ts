/**
 * Somebody who goes on with a queue while the last jobs of a batch keep its worker waiting: a mail server that hangs
 * in one conversation holds up that mail and no other.
 */
import { log } from '../log.ts';

/** How long the last ones of a batch may take before somebody else goes on, in milliseconds. */
const PATIENCE_MS = 1000;
/** At the same time, for one queue: each does as many jobs at once as the worker it stands in for. */
const MOST = 3;

/**
 * @param begin lets one more worker begin; answers its name
 * @param end lets it end, after the batch it is at
 * @returns to be called when the last job of a batch has begun; what that answers, when all of them are done
 */
export function standIns(
  begin: () => Promise<string>,
  end: (worker: string) => Promise<void>,
): () => () => void {
  let present = 0;
  return () => {
    let worker: Promise<string> | null = null;
    const timer = setTimeout(() => {
      if (present === MOST) return;
      present += 1;
      worker = begin();
    }, PATIENCE_MS).unref();
    return () => {
      clearTimeout(timer);
      worker
        ?.then(end)
        .catch((error: unknown) => log.warn({ err: error }, 'nobody could stand in for a worker'))
        .finally(() => (present -= 1));
    };
  };
}
