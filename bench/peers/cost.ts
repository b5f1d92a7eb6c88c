/** What an answer costs the processor: the shop's own processes, and PostgreSQL's. */
import { postgresProcesses } from '../footprint.ts';
import { processorTime } from '../processor-time.ts';
import type { Store } from './store.ts';

/** Milliseconds. */
export type Cost = { shop: number; database: number };

const total = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + (processorTime(pid) || 0), 0);

/** What the returned function says has been spent since. A connection that was closed meanwhile is forgotten. */
export function spending({ pids }: Store, dataFolder: string): () => Cost {
  const backends = postgresProcesses(dataFolder);
  const before = { shop: total(pids), database: total(backends) };
  return () => ({
    shop: total(pids) - before.shop,
    database: Math.max(0, total(backends) - before.database),
  });
}
