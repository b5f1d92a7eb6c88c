/** Reads the runs of the backup. */
import { and, desc, eq, isNull } from 'drizzle-orm';
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
