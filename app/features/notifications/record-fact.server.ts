/** Records that something happened, in the transaction that made it happen. */
import type { Transaction } from '#db/client.ts';
import { facts } from '#db/schema/notifications.ts';
import { newId } from '#kernel/ids.ts';
import { enqueue } from '#platform/jobs.ts';
import { type Fact, subjectOf } from './fact.ts';

/** Writes the fact and enqueues the reactions to it; both commit with `tx` or not at all (invariant 8). */
export async function recordFact(tx: Transaction, fact: Fact, actorId: string | null): Promise<void> {
  const id = newId();
  await tx.insert(facts).values({ id, kind: fact.kind, subjectId: subjectOf(fact), actorId, payload: fact });
  await enqueue(tx, 'facts', { factId: id });
}
