/** How the continuous backup of this machine's bundled database is. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseLayout } from '#platform/embedded-database/layout.ts';
import { readState } from './continuous-state.ts';
import { OUTBOX } from './log-segment.ts';
import { waitingSegments } from './ship-log.server.ts';

export async function readContinuousFacts(
  dataFolder: string,
  now: Date,
): Promise<{ problem: string | null; waitingSeconds: number | null; hasBase: boolean }> {
  const outbox = join(databaseLayout(dataFolder).cluster, OUTBOX);
  const state = await readState(outbox);
  const [oldest] = await waitingSegments(outbox);
  // It may be stored in this moment.
  const found = oldest === undefined ? null : await stat(join(outbox, oldest)).catch(() => null);
  return {
    problem: state?.problem ?? null,
    waitingSeconds: found && Math.max(0, (now.getTime() - found.mtimeMs) / 1000),
    hasBase: state?.baseAt != null,
  };
}
