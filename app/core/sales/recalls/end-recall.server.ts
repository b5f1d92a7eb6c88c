/** Ends a recall, with a note on how it ended. Its lots stay recalled. */
import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { recallPeople, recalls } from '#db/schema/recalls.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { cleanText, isPlainText } from '#kernel/text.ts';
import type { RecallProblem } from './recall.ts';
import { onRecall, recordRecall } from './save-recall.server.ts';

/** Refused: a recall that is not active, one without a note, and one whose messages are still waiting. */
export function endRecall(
  actor: Actor,
  id: string,
  { note: typed }: { note: string },
): Promise<Result<null, RecallProblem>> {
  return onRecall<null>(actor, id, 'active', async (tx, admin) => {
    const note = cleanText(typed);
    if (note === '' || !isPlainText(note)) return refuse({ kind: 'note-missing' });
    const [waiting] = await tx
      .select({ many: sql<number>`count(*)::int` })
      .from(recallPeople)
      .where(and(eq(recallPeople.recallId, id), eq(recallPeople.status, 'waiting')));
    if (waiting && waiting.many > 0) return refuse({ kind: 'still-sending', waiting: waiting.many });
    await tx
      .update(recalls)
      .set({ status: 'ended', endedAt: sql`now()`, endedByName: admin.name, endNote: note })
      .where(eq(recalls.id, id));
    await recordRecall(tx, admin, 'recall.ended', id, {
      before: { status: 'active' },
      after: { status: 'ended' },
      reason: note,
    });
    return succeed(null);
  });
}
