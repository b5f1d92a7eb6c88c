/** How the continuous backup of this machine's bundled database is. */

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { databaseLayout } from '#platform/embedded-database/layout.ts';
import { readState } from './continuous-state.ts';
import { OUTBOX } from './log-segment.ts';
import { waitingSegments } from './ship-log.server.ts';

export type ContinuousFacts = {
  /** Why the last try failed, in one sentence. */
  problem: string | null;
  /** Since the oldest finished segment of the log waits; null if none does. */
  waitingSeconds: number | null;
  /** Since the last copy of the cluster was complete; null before the first. */
  baseHours: number | null;
  /** Since a part of the log was lost; null if none was. */
  brokenHours: number | null;
  /** Whether PostgreSQL hands its log over, as far as it knows. */
  isHandedOver: boolean;
};

export async function readContinuousFacts(dataFolder: string, now: Date): Promise<ContinuousFacts> {
  const outbox = join(databaseLayout(dataFolder).cluster, OUTBOX);
  const state = await readState(outbox);
  const [oldest] = await waitingSegments(outbox);
  // It may be stored in this moment.
  const found = oldest === undefined ? null : await stat(join(outbox, oldest)).catch(() => null);
  const hoursSince = (at: string | null | undefined) =>
    at == null ? null : (now.getTime() - Date.parse(at)) / 3_600_000;
  const { rows } = await database().execute<{ isHandedOver: boolean }>(sql`
    select current_setting('archive_mode') = 'on' and current_setting('archive_command') like ${`%${OUTBOX}%`}
      and (last_failed_time is null or last_archived_time > last_failed_time) as "isHandedOver"
    from pg_stat_archiver`);
  return {
    problem: state?.problem ?? null,
    waitingSeconds: found && Math.max(0, (now.getTime() - found.mtimeMs) / 1000),
    baseHours: hoursSince(state?.baseAt),
    brokenHours: hoursSince(state?.brokenAt),
    isHandedOver: rows[0]?.isHandedOver ?? false,
  };
}
