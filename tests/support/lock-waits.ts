/** Waits until a connection of the test's database waits for a lock, so that two transactions overlap for certain. */
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '#db/client.ts';

/**
 * @param db not a transaction: one sees the same activity for as long as it runs.
 * @param connections that wait, at least
 */
export async function someoneWaitsForLock(db: Database, connections = 1): Promise<void> {
  const waiting = async () => {
    const { rows } = await db.execute(
      sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return rows.length;
  };
  await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThanOrEqual(connections);
}
