/** Batches in which one item that cannot be done stops no other. */
import { hasLostConnection } from './database-error.ts';
import { log } from './log.ts';

/**
 * Does `work` on `items` in batches of `size`, each a transaction of its own. When a batch fails, does each of its items
 * alone, and logs those that fail again. Answers the sum of what `work` answers.
 * @param what names the work in the log
 * @throws when the database is gone: then no item can be done.
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

/** Does every task, one after the other, also when one fails. @throws what failed, once all were tried. */
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
