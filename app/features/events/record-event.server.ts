/** Records that something happened, in the transaction that made it happen. */
import type { Transaction } from '#db/client.ts';
import { events } from '#db/schema/events.ts';
import { newId } from '#kernel/ids.ts';
import type { Topic } from '#kernel/topic.ts';
import { enqueue } from '#platform/jobs.ts';
import { announce } from '#platform/live/announce.ts';
import { type DomainEvent, subjectOf } from './event.ts';
import { eventJob } from './event-job.ts';

/**
 * Writes the event, enqueues the reactions to it and tells open pages; all of it commits with `tx` or not at all.
 */
export async function recordEvent(
  tx: Transaction,
  event: DomainEvent,
  actorId: string | null,
): Promise<void> {
  const id = newId();
  await tx
    .insert(events)
    .values({ id, kind: event.kind, subjectId: subjectOf(event), actorId, payload: event });
  await enqueue(tx, eventJob, { eventId: id });
  await announce(tx, ...topicsOf(event));
}

/** What open pages show of it. */
function topicsOf(event: DomainEvent): readonly [Topic, ...Topic[]] {
  if ('orderId' in event) return ['orders', `order:${event.orderId}`];
  return 'userId' in event ? [`user:${event.userId}`] : ['reservations'];
}
