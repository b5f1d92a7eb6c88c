/** Recalls for tests: one lot, at once. */
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { answerRecall, openRecallNotice } from '#core/sales/recalls/answer-recall.server.ts';
import { endRecall } from '#core/sales/recalls/end-recall.server.ts';
import type { RecallDraft, RecallProblem } from '#core/sales/recalls/recall.ts';
import { recallToken } from '#core/sales/recalls/recall-link.server.ts';
import { recordAnswer } from '#core/sales/recalls/record-answer.server.ts';
import { returnUnits } from '#core/sales/recalls/return-units.server.ts';
import { createRecall } from '#core/sales/recalls/save-recall.server.ts';
import { startRecall } from '#core/sales/recalls/start-recall.server.ts';
import { tellNextBuyers } from '#core/sales/recalls/tell-recall.server.ts';
import { database } from '#db/client.ts';
import { recallPeople } from '#db/schema/recalls.ts';
import type { Result } from '#kernel/result.ts';
import { systemClock } from '#kernel/time.ts';

/** A draft of a recall of these lots; other fields have defaults. */
export const aRecallOf = (lotIds: readonly number[], wanted: Partial<RecallDraft> = {}): RecallDraft => ({
  isExercise: false,
  lotIds,
  reason: 'Yeast and mold above the limit',
  title: 'Please bring it back',
  words: 'We are recalling a batch that you bought. Do not use it.',
  ...wanted,
});

/** All steps of a recall of one lot, whatever is refused; each in its own transaction. */
export async function recallAndEnd(actor: Actor, lotId: number): Promise<void> {
  const drafted = await createRecall(actor, aRecallOf([lotId]));
  if (!drafted.ok) return;
  const recallId = drafted.value;
  await startRecall(actor, recallId, { version: 1 });
  await tellNextBuyers(recallId);
  const [person] = await database()
    .select({ number: recallPeople.number })
    .from(recallPeople)
    .where(eq(recallPeople.recallId, recallId))
    .limit(1);
  const { rows } = await database().execute<{ reservationId: string }>(sql`
    select reservation_id as "reservationId" from reservation_lots where lot_id = ${lotId} limit 1`);
  const [sale] = rows;
  if (sale) await returnUnits(actor, { recallId, ...sale, lotId, units: 1 });
  if (person) {
    await openRecallNotice(recallToken(person.number));
    await answerRecall(recallToken(person.number), 'used-up');
    await recordAnswer(actor, { recallId, number: person.number, answer: 'brings-back' });
  }
  await endRecall(actor, recallId, { note: 'Destroyed' });
}

/** Recalls one lot; returns how many people get the message. */
export async function recallLot(
  actor: Actor,
  { lotId, reason }: { lotId: number; reason: string },
  now = systemClock(),
): Promise<Result<number, RecallProblem>> {
  const drafted = await createRecall(actor, aRecallOf([lotId], { reason }));
  return drafted.ok ? startRecall(actor, drafted.value, { version: 1 }, now) : drafted;
}
