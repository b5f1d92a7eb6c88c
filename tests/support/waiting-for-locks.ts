import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '#db/client.ts';

/** Resolves when that many sessions of this database wait for a lock. */
export const untilWaiting = (db: Database, sessions: number): Promise<void> =>
  expect
    .poll(async () => {
      const { rows } = await db.execute(sql`
        select 1 from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()`);
      return rows.length;
    })
    .toBe(sessions);
