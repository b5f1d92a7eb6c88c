/** Reads whether a rehearsal is running, and what its end would undo beside its orders. */
import { and, count, desc, gte, inArray, ne } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database, databasePool, type Transaction } from '#db/client.ts';
import { auditLog } from '#db/schema/audit.ts';
import { snapshotTakenAt } from '#db/snapshot.ts';
import { formatTime } from '#kernel/time.ts';
import { type OtherWork, PREPARED } from './rehearsal.ts';

/** The store's time at which it started, '10:40 AM'; null while none is running, which an open shop need not ask for. */
export async function rehearsalSince(): Promise<string | null> {
  const { opening, store } = await readSettings();
  if (opening.isOpen) return null;
  const startedAt = await snapshotTakenAt(databasePool());
  return startedAt
    ? formatTime(Temporal.Instant.fromEpochMilliseconds(startedAt.getTime()), store.zone)
    : null;
}

/** The changes since then that are no part of a rehearsal, most first. */
export async function readOtherWork(since: Date, db: Transaction | ReturnType<typeof database> = database()) {
  const changes = count();
  const rows = await db
    .select({ subject: auditLog.subjectType, changes })
    .from(auditLog)
    .where(
      and(
        gte(auditLog.createdAt, since),
        inArray(auditLog.subjectType, [...PREPARED]),
        ne(auditLog.action, 'staff.signed-in'),
      ),
    )
    .groupBy(auditLog.subjectType)
    .orderBy(desc(changes), auditLog.subjectType);
  return rows as OtherWork;
}

/** The same for the rehearsal that is running; empty while none is. */
export async function readOtherWorkOfRehearsal(): Promise<OtherWork> {
  const startedAt = await snapshotTakenAt(databasePool());
  return startedAt ? readOtherWork(startedAt) : [];
}
