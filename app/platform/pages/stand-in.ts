/**
 * Starts a substitute worker for a queue while the last jobs of a batch occupy its worker: a mail server that hangs in
 * one conversation delays that mail and no other.
 */
import { log } from '../log.ts';

/** Milliseconds that the last jobs of a batch may take before a substitute starts. */
const PATIENCE_MS = 1000;

/**
 * @param begin starts one more worker; returns its name
 * @param end stops that worker after its current batch
 * @param most substitutes at the same time: each runs as many jobs at once as the worker it replaces
 * @returns a function to call when the last job of a batch has started; it returns one to call when all of them are
 * done
 */
export function standIns(
  begin: () => Promise<string>,
  end: (worker: string) => Promise<void>,
  most: number,
): () => () => void {
  let present = 0;
  return () => {
    let worker: Promise<string> | null = null;
    const timer = setTimeout(() => {
      if (present === most) return;
      present += 1;
      worker = begin();
    }, PATIENCE_MS).unref();
    return () => {
      clearTimeout(timer);
      worker
        ?.then(end)
        .catch((error: unknown) => log.warn({ err: error }, 'no substitute worker could start'))
        .finally(() => (present -= 1));
    };
  };
}
