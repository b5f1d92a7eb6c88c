/** What an answer costs the processor, and what a shop still does after it has answered. */
import { setTimeout as pause } from 'node:timers/promises';
import { postgresProcesses } from '../footprint.ts';
import { processorTime } from '../processor-time.ts';
import type { Shown, Store } from './store.ts';

/** Milliseconds. */
export type Cost = { shop: number; database: number };

/** Jobs that wait when the last request is answered, and the seconds until all are done. */
export type Backlog = { waiting: number; seconds: number };

/** Milliseconds of processor time in a second below which a shop that has jobs in memory has none left. */
const QUIET = 50;
const LONGEST_SECONDS = 120;

const total = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + (processorTime(pid) || 0), 0);

/** The returned function returns what was spent since. Connections that were closed in between do not count. */
export function spending({ pids }: Pick<Shown, 'pids'>, dataFolder: string): () => Cost {
  const backends = postgresProcesses(dataFolder);
  const before = { shop: total(pids), database: total(backends) };
  return () => ({
    shop: total(pids) - before.shop,
    database: Math.max(0, total(backends) - before.database),
  });
}

/**
 * Waits until no job is left: none in the shop's tables, and if it has others in memory, a second in which its processes
 * do next to nothing.
 */
export async function untilQuiet(store: Store): Promise<Backlog> {
  const started = performance.now();
  const elapsed = () => (performance.now() - started) / 1000;
  const waiting = await store.waitingJobs();
  while (elapsed() < LONGEST_SECONDS) {
    const before = total(store.pids);
    const checked = elapsed();
    if ((await store.waitingJobs()) > 0) await pause(250);
    else if (!store.hasJobsInMemory) return { waiting, seconds: checked };
    else {
      await pause(1000);
      if (total(store.pids) - before < QUIET) return { waiting, seconds: checked };
    }
  }
  throw new Error(`the jobs of ${store.name} do not end`);
}
