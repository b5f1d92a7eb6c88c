/** Records the runs of the backup. */
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { database } from '#db/client.ts';
import { backups } from '#db/schema/backups.ts';
import { newId } from '#kernel/ids.ts';
import type { BackupCause } from '#kernel/statuses.ts';
import { sliceSafe } from '#kernel/text.ts';
import { announce } from '#platform/live/announce.ts';
import { backupName } from './backup.ts';
import { isDamagedBackup } from './backups-queries.server.ts';

type Outcome = { bytes: number; rowCount: number; fileCount: number; hasKeys: boolean };

/** Names count whole seconds: a run that starts in the same second as another is named after the next free one. */
export async function unusedName(now: Temporal.Instant, shopId: string): Promise<string> {
  const name = backupName(now, shopId);
  const isTaken = (await database().$count(backups, eq(backups.name, name))) > 0;
  return isTaken ? unusedName(now.add({ seconds: 1 }), shopId) : name;
}

/** Before the snapshot, so that the backup contains its own row. */
export async function recordStart(run: {
  name: string;
  place: string;
  cause: BackupCause;
  startedAt: Date;
}): Promise<void> {
  await database()
    .insert(backups)
    .values({ id: newId(), ...run });
  await announceRun();
}

export async function recordGood(name: string, outcome: Outcome): Promise<void> {
  await database()
    .update(backups)
    .set({ status: 'good', endedAt: sql`now()`, problem: null, ...outcome })
    .where(eq(backups.name, name));
  await announceRun();
}

export async function recordFailure(name: string, problem: string): Promise<void> {
  await database()
    .update(backups)
    .set({ status: 'failed', endedAt: sql`now()`, problem: sliceSafe(problem, 500) })
    .where(eq(backups.name, name));
  await announceRun();
}

/** Open pages of backups read again. */
const announceRun = () => announce(database(), 'operations');

/**
 * Ends the rows of runs that were killed. Call it under the lock of backups: no other run is under way.
 * @param complete names of the backups that exist: one was complete before its row could say so
 */
export async function endKilledRuns(complete: readonly string[]): Promise<void> {
  const running = eq(backups.status, 'running');
  if (complete.length > 0)
    await database()
      .update(backups)
      .set({ status: 'good', endedAt: sql`now()` })
      .where(and(running, inArray(backups.name, [...complete])));
  await database()
    .update(backups)
    .set({ status: 'failed', endedAt: sql`now()`, problem: 'It was interrupted.' })
    .where(running);
}

export async function recordRemoved(names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await database()
    .update(backups)
    .set({ removedAt: sql`now()` })
    .where(inArray(backups.name, [...names]));
}

/**
 * A damaged backup is not good, and one that restores is, whatever an earlier check found. A check that could not be made
 * leaves it as it is.
 * @param problem null if the backup restored as it was written
 */
export async function recordCheck(name: string, problem: string | null, isDamaged = false): Promise<void> {
  const outcome = problem === null ? { status: 'good' as const, problem: null } : {};
  await database()
    .update(backups)
    .set({
      checkedAt: sql`now()`,
      checkProblem: problem && sliceSafe(problem, 500),
      ...(isDamaged ? { status: 'failed' as const } : outcome),
    })
    .where(eq(backups.name, name));
  await announceRun();
}

/** Names of the backups that a check found damaged and that still exist. */
export async function damagedBackups(): Promise<string[]> {
  const rows = await database().select({ name: backups.name }).from(backups).where(isDamagedBackup);
  return rows.map(({ name }) => name);
}

/** In a restored database: its own backup was good, whatever the row of that moment says, and other runs are over. */
export async function recordRestored(name: string): Promise<void> {
  await database()
    .update(backups)
    .set({ status: 'good', endedAt: sql`coalesce(${backups.endedAt}, now())` })
    .where(eq(backups.name, name));
  await database()
    .update(backups)
    .set({ status: 'failed', endedAt: sql`now()`, problem: 'It was interrupted.' })
    .where(and(eq(backups.status, 'running'), ne(backups.name, name)));
}
