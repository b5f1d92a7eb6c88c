/** Reads the runs of the backup. */
import { and, desc, eq, isNotNull, isNull, ne, or } from 'drizzle-orm';
import { isBackupLocked } from '#db/advisory-locks.ts';
import { database } from '#db/client.ts';
import { backups } from '#db/schema/backups.ts';

export type Backup = typeof backups.$inferSelect;

/** Found damaged by a check, and not deleted since. */
export const isDamagedBackup = and(
  eq(backups.status, 'failed'),
  isNotNull(backups.checkProblem),
  isNull(backups.removedAt),
);

/** The newest good backup that still exists; null if there is none. For jobs and pages that have asked for the permission. */
export async function lastGoodBackup(): Promise<Backup | null> {
  const [row] = await database()
    .select()
    .from(backups)
    .where(and(eq(backups.status, 'good'), isNull(backups.removedAt)))
    .orderBy(desc(backups.startedAt))
    .limit(1);
  return row ?? null;
}

/** When a backup was last restored for a check without a problem; null if never. */
export async function lastCheck(): Promise<Date | null> {
  const [row] = await database()
    .select({ checkedAt: backups.checkedAt })
    .from(backups)
    .where(and(isNotNull(backups.checkedAt), isNull(backups.checkProblem)))
    .orderBy(desc(backups.checkedAt))
    .limit(1);
  return row?.checkedAt ?? null;
}

/** What the newest check found wrong with a backup that still exists; null if it found nothing. */
export async function failedCheck(): Promise<{ name: string; problem: string; isDamaged: boolean } | null> {
  const [row] = await database()
    .select()
    .from(backups)
    .where(isNotNull(backups.checkedAt))
    .orderBy(desc(backups.checkedAt))
    .limit(1);
  if (!row || row.checkProblem === null || row.removedAt !== null) return null;
  return { name: row.name, problem: row.checkProblem, isDamaged: row.status === 'failed' };
}

/** The newest run that is over, if it failed or was interrupted; null otherwise, and for one that a check found damaged. */
export async function failedRun(): Promise<{ problem: string; at: Date } | null> {
  const [lock] = await isBackupLocked(database());
  const isOver = lock?.isLocked === true ? ne(backups.status, 'running') : undefined;
  const [row] = await database()
    .select()
    .from(backups)
    .where(and(isOver, or(ne(backups.status, 'failed'), isNull(backups.checkProblem))))
    .orderBy(desc(backups.startedAt))
    .limit(1);
  if (!row || row.status === 'good') return null;
  return { problem: row.problem ?? 'It was interrupted.', at: row.endedAt ?? row.startedAt };
}
