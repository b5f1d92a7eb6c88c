/** Reads the runs of the backup. */
import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { backups } from '#db/schema/backups.ts';

export type Backup = typeof backups.$inferSelect;

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
