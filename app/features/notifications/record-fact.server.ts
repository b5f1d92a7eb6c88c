/** Records that something happened, in the transaction that made it happen. */
import type { Transaction } from '#db/client.ts';
import { facts } from '#db/schema/notifications.ts';
import { newId } from '#kernel/ids.ts';
import type { Topic } from '#kernel/topic.ts';
import { enqueue } from '#platform/jobs.ts';
import { announce } from '#platform/live/announce.ts';
import { type Fact, subjectOf } from './fact.ts';

/**
 * Writes the fact, enqueues the reactions to it and tells open pages; all of it commits with `tx` or not at all.
 */
export async function recordFact(tx: Transaction, fact: Fact, actorId: string | null): Promise<void> {
  const id = newId();
  await tx.insert(facts).values({ id, kind: fact.kind, subjectId: subjectOf(fact), actorId, payload: fact });
  await enqueue(tx, 'facts', { factId: id });
  await announce(tx, ...topicsOf(fact));
}

/** What open pages show of it. */
function topicsOf(fact: Fact): readonly [Topic, ...Topic[]] {
  return 'orderId' in fact ? ['orders', `order:${fact.orderId}`] : ['reservations'];
}
