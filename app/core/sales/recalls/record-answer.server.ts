/** Records what a buyer said on the phone or at the counter. */
import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recallPeople, recalls } from '#db/schema/recalls.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { RecallAnswer } from '#kernel/statuses.ts';
import { announce } from '#platform/live/announce.ts';
import type { RecallProblem } from './recall.ts';
import { recordRecall } from './save-recall.server.ts';

/** Refused: a person who is not on the recall's list, and a recall that is not active. */
export async function recordAnswer(
  actor: Actor,
  { recallId, number, answer }: { recallId: string; number: number; answer: RecallAnswer },
): Promise<Result<null, RecallProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.see', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<null, RecallProblem>>(async (tx, staff) => {
    const [person] = await tx
      .select({ before: recallPeople.answer, status: recalls.status })
      .from(recallPeople)
      .innerJoin(recalls, eq(recalls.id, recallPeople.recallId))
      .where(and(eq(recallPeople.number, number), sql`${recallPeople.recallId}::text = ${recallId}`));
    if (!person) return refuse({ kind: 'not-found' });
    if (person.status !== 'active') return refuse({ kind: 'not-active' });
    await tx
      .update(recallPeople)
      .set({ answer, answeredAt: sql`now()`, answeredByName: staff.name })
      .where(eq(recallPeople.number, number));
    await recordRecall(tx, staff, 'recall.answer-recorded', recallId, {
      before: { buyer: number, answer: person.before },
      after: { buyer: number, answer },
    });
    await announce(tx, 'recalls');
    return succeed(null);
  });
}
