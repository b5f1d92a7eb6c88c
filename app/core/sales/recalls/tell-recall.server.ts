/**
 * Writes a recall's messages, a few people at a time. However often its jobs repeat or the process is killed, each
 * person gets it once: the list of people was written when the recall started, and `notify` never notifies a person
 * twice of the same event.
 */
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { notify } from '#core/ground/notifications/notify.server.ts';
import { AT_A_TIME, notifyInTurn } from '#core/ground/notifications/notify-in-turn.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database, type Transaction } from '#db/client.ts';
import { users } from '#db/schema/identity.ts';
import { recallPeople, recalls } from '#db/schema/recalls.ts';
import { enqueue } from '#platform/jobs.ts';
import { announce } from '#platform/live/announce.ts';
import { recallRow, writeRecall } from './emails/write-recall.server.tsx';
import { recallJob } from './recall-job.ts';
import { readRecallLots } from './recall-lots-queries.server.ts';

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
  const { eventId } = recall;
  return notifyInTurn({
    next: () =>
      database()
        .select({ number: recallPeople.number, userId: users.id, email: users.email })
        .from(recallPeople)
        .leftJoin(users, eq(users.id, recallPeople.userId))
        .where(and(eq(recallPeople.recallId, recallId), eq(recallPeople.status, 'waiting')))
        .orderBy(asc(recallPeople.number))
        .limit(AT_A_TIME),
    prepare: async () => {
      const lots = await readRecallLots(recallId);
      const written = await writeRecall({ ...recall, lots }, await readSettings());
      return async ({ number, userId, email }) => {
        const isThere = userId !== null && email !== null;
        if (isThere) await notify(eventId, 'recall', { userId, email }, recallRow(written, number), null);
        await database()
          .update(recallPeople)
          .set(isThere ? { status: 'sent', sentAt: sql`now()` } : { status: 'unreachable' })
          .where(and(eq(recallPeople.number, number), eq(recallPeople.status, 'waiting')));
      };
    },
    again: async (tx, seconds) => {
      await enqueue(tx, recallJob, { recallId }, seconds);
      await announce(tx, 'recalls');
    },
    end: (tx) => end(tx, recallId),
  });
}

async function end(tx: Transaction, recallId: string): Promise<void> {
  await tx
    .update(recalls)
    .set({ sentAt: sql`now()` })
    .where(and(eq(recalls.id, recallId), isNull(recalls.sentAt)));
  await announce(tx, 'recalls');
}
