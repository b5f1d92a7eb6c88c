/** Processes batches in which one failing item stops no other. */
import { hasLostConnection } from './database-error.ts';
import { log } from './log.ts';

/**
 * Runs `work` on `items` in batches of `size`, each in a separate transaction. When a batch fails, runs each of its
 * items alone, and logs those that fail again. Returns the sum of the results of `work`.
 * @param what names the work in the log
 * @throws when the database is gone: then no item can be processed.
 */
export async function inBatches<T extends string | number>(
  what: string,
  items: readonly T[],
  size: number,
  work: (batch: readonly T[]) => Promise<number>,
): Promise<number> {
  let done = 0;
  for (let from = 0; from < items.length; from += size) {
    const batch = items.slice(from, from + size);
    try {
      done += await work(batch);
    } catch (error) {
      if (hasLostConnection(error)) throw error;
      for (const item of batch) done += await alone(what, item, work);
    }
  }
  return done;
}

async function alone<T extends string | number>(
  what: string,
  item: T,
  work: (batch: readonly T[]) => Promise<number>,
): Promise<number> {
  try {
    return await work([item]);
  } catch (error) {
    if (hasLostConnection(error)) throw error;
    log.error({ err: error, what, item }, 'one item of a batch failed; the others are done');
    return 0;
  }
}

/** Runs every task in turn, even if one fails. @throws the failures, after all tasks ran. */
export async function doEach(tasks: readonly (() => PromiseLike<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const task of tasks) {
    try {
      await task();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} of ${tasks.length} failed`);
}
