/** Starts a recall, which cannot be undone: its lots never come back on sale, and its buyers get the message. */
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { lockStockOf, recallLots as takeBack } from '#core/goods/stock/lots/recall-lots.server.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import { holdSession } from '#core/ground/access/hold-session.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import type { Transaction } from '#db/client.ts';
import { recallLots, recallPeople, recalls } from '#db/schema/recalls.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { systemClock } from '#kernel/time.ts';
import { databaseErrorCode, FOREIGN_KEY_VIOLATION } from '#platform/database-error.ts';
import { type RecallProblem, recallName } from './recall.ts';
import { onRecall, type StoredRecall } from './save-recall.server.ts';
import { buyersOf, countTrace } from './trace-queries.server.ts';

/** Buyers may delete their account at the same moment; the list is then written again. */
const TRIES = 3;

/**
 * In one transaction: the lots leave sale for good, the list of people is written, each once, and the messages are
 * enqueued. Returns how many people get the message. An exercise only writes the list, and ends. Refused: an old
 * sign-in, a recall that was started or that someone else has saved since `version`, and a lot of another active recall.
 */
export async function startRecall(
  actor: Actor,
  id: string,
  { version }: { version: number },
  now = systemClock(),
): Promise<Result<number, RecallProblem>> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce(actor, id, version, now);
    } catch (error) {
      if (databaseErrorCode(error) !== FOREIGN_KEY_VIOLATION || attempt === TRIES) throw error;
    }
  }
}

async function startOnce(actor: Actor, id: string, version: number, now = systemClock()) {
  const { zone } = await storeClock(now);
  return onRecall<number>(actor, id, 'draft', async (tx, signedIn, stored) => {
    const admin = await holdSession(tx, signedIn, { recent: true });
    if (!admin) return refuse({ kind: 'confirm-first' });
    if (stored.version !== version) return refuse({ kind: 'stale' });
    const covered = await tx
      .select({ lotId: recallLots.lotId })
      .from(recallLots)
      .where(eq(recallLots.recallId, id));
    const lotIds = covered.map(({ lotId }) => lotId);
    const { isExercise, reason } = stored;
    // Under this lock who bought them is final, and of two recalls of one lot the second sees the first.
    await lockStockOf(tx, lotIds);
    const other = isExercise ? null : await activeRecallOf(tx, id, lotIds);
    if (other) return refuse({ kind: 'in-recall', name: recallName(other) });
    const { missing } = isExercise
      ? { missing: 0 }
      : await takeBack(tx, admin, { lotIds, reason: `${recallName(stored)}: ${reason}` }, { now, zone });
    const counts = await countTrace(lotIds, tx);
    const people = await listPeople(tx, stored, lotIds);
    const eventId = isExercise ? null : await recordEvent(tx, { kind: 'recall', recallId: id }, admin.userId);
    const at = { startedAt: sql`now()`, startedByName: admin.name };
    await tx
      .update(recalls)
      .set(
        isExercise
          ? { ...at, counts, status: 'ended', endedAt: sql`now()`, endedByName: admin.name }
          : { ...at, counts, status: 'active', eventId },
      )
      .where(eq(recalls.id, id));
    await recordAudit(tx, admin, {
      action: isExercise ? 'recall.exercised' : 'recall.started',
      subject: 'recall',
      subjectId: id,
      before: { status: 'draft' },
      after: { status: isExercise ? 'ended' : 'active', ...counts, missing },
      reason,
    });
    return succeed(people);
  });
}

async function activeRecallOf(tx: Transaction, id: string, lotIds: readonly number[]) {
  const [other] = await tx
    .select({ number: recalls.number, isExercise: recalls.isExercise })
    .from(recallLots)
    .innerJoin(recalls, eq(recalls.id, recallLots.recallId))
    .where(and(inArray(recallLots.lotId, [...lotIds]), eq(recalls.status, 'active'), ne(recalls.id, id)))
    .limit(1);
  return other ?? null;
}

/** Writes everyone who still has units; returns how many can be reached. */
async function listPeople(
  tx: Transaction,
  { id, isExercise }: StoredRecall,
  lotIds: readonly number[],
): Promise<number> {
  const toTell = isExercise ? sql`'not-sent'` : sql`'waiting'`;
  const { rows } = await tx.execute<{ status: string }>(sql`
    insert into ${recallPeople} (recall_id, user_id, units, status)
    select ${id}, buyer.user_id, buyer.sold - buyer.returned,
      case when buyer.is_deleted then 'unreachable' else ${toTell} end
    from (${buyersOf(lotIds)}) as buyer where buyer.sold > buyer.returned
    order by buyer.user_id
    returning status`);
  return rows.filter(({ status }) => status !== 'unreachable').length;
}
