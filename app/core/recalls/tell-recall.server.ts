/**
 * Writes a recall's messages, a few people at a time. However often its jobs repeat or the process is killed, each
 * person gets it once: the list of people was written when the recall started, and `notify` never notifies a person
 * twice of the same event.
 */
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { safetyJob } from '#core/mail/bulk-job.ts';
import { notify } from '#core/notifications/notify.server.ts';
import { readSettings } from '#core/settings/settings-queries.server.ts';
import { database, inTransaction, type Transaction } from '#db/client.ts';
import { users } from '#db/schema/identity.ts';
import { recallPeople, recalls } from '#db/schema/recalls.ts';
import { countWaiting, enqueue } from '#platform/jobs.ts';
import { announce } from '#platform/live/announce.ts';
import { whenQuiet } from '#platform/quiet.ts';
import { recallRow, writeRecall } from './emails/write-recall.server.tsx';
import { recallJob } from './recall-job.ts';
import { readRecallLots } from './recall-lots-queries.server.ts';

/** People per job. */
const AT_A_TIME = 50;
/** The most messages waiting to go out: while a mail server is down, the rest waits here. */
const MOST_UNDER_WAY = 500;
/** Seconds until it checks again whether they have gone out. */
const LATER = 10;

/**
 * Notifies the next people, and enqueues the job for those after them; records the end when none are left. A person
 * whose account is gone by now is marked as unreachable.
 */
export async function tellNextBuyers(recallId: string): Promise<void> {
  const [recall] = await database()
    .select()
    .from(recalls)
    .where(and(eq(recalls.id, recallId), eq(recalls.status, 'active')));
  if (!recall?.eventId || recall.sentAt) return;
  if ((await countWaiting(safetyJob)) >= MOST_UNDER_WAY)
    return inTransaction((tx) => enqueue(tx, recallJob, { recallId }, LATER));
  const next = await database()
    .select({ number: recallPeople.number, userId: users.id, email: users.email })
    .from(recallPeople)
    .leftJoin(users, eq(users.id, recallPeople.userId))
    .where(and(eq(recallPeople.recallId, recallId), eq(recallPeople.status, 'waiting')))
    .orderBy(asc(recallPeople.number))
    .limit(AT_A_TIME);
  if (next.length === 0) return inTransaction((tx) => end(tx, recallId));
  const written = await writeRecall(
    { ...recall, lots: await readRecallLots(recallId) },
    await readSettings(),
  );
  for (const { number, userId, email } of next) {
    await whenQuiet();
    const isThere = userId !== null && email !== null;
    if (isThere) await notify(recall.eventId, 'recall', { userId, email }, recallRow(written, number), null);
    await database()
      .update(recallPeople)
      .set(isThere ? { status: 'sent', sentAt: sql`now()` } : { status: 'unreachable' })
      .where(and(eq(recallPeople.number, number), eq(recallPeople.status, 'waiting')));
  }
  await inTransaction(async (tx) => {
    await enqueue(tx, recallJob, { recallId });
    await announce(tx, 'recalls');
  });
}

async function end(tx: Transaction, recallId: string): Promise<void> {
  await tx
    .update(recalls)
    .set({ sentAt: sql`now()` })
    .where(and(eq(recalls.id, recallId), isNull(recalls.sentAt)));
  await announce(tx, 'recalls');
}
