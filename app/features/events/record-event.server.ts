/** Records that something happened, in the transaction that made it happen. */
import { type SQL, sql } from 'drizzle-orm';
import { type Transaction, together } from '#db/client.ts';
import { events } from '#db/schema/events.ts';
import { orders, pickupReservations } from '#db/schema/orders.ts';
import { placeholders, statement } from '#db/statement.ts';
import { newId } from '#kernel/ids.ts';
import type { Topic } from '#kernel/topic.ts';
import { enqueue } from '#platform/jobs.ts';
import { announce } from '#platform/live/announce.ts';
import { type DomainEvent, subjectOf } from './event.ts';
import { eventJob } from './event-job.ts';

const writeEvent = statement((tx) =>
  tx.insert(events).values(placeholders('id', 'kind', 'subjectId', 'actorId', 'payload')),
);

/**
 * Writes the event, enqueues the reactions to it and tells open pages; all of it commits with `tx` or not at all.
 * Answers its id.
 */
export async function recordEvent(
  tx: Transaction,
  event: DomainEvent,
  actorId: string | null,
): Promise<string> {
  const id = newId<string>();
  const topics = topicsOf(event);
  await together(
    tx,
    () => writeEvent(tx, { id, kind: event.kind, subjectId: subjectOf(event), actorId, payload: event }),
    () => enqueue(tx, eventJob, { eventId: id }),
    async () => topics && announce(tx, ...topics),
  );
  return id;
}

/** What open pages show of it: the back office's, and those of the person whom it is about; null when none does. */
function topicsOf(event: DomainEvent): readonly [Topic, ...(Topic | SQL)[]] | null {
  if ('alertId' in event) return null;
  if ('promotionId' in event) return ['promotions'];
  if ('userId' in event) return [`user:${event.userId}`];
  return 'orderId' in event
    ? ['orders', `order:${event.orderId}`, topicOfOwner(orders, event.orderId)]
    : ['reservations', topicOfOwner(pickupReservations, event.reservationId)];
}

/** The customer's topic, found in the statement that announces it. */
function topicOfOwner(table: typeof orders | typeof pickupReservations, id: string): SQL {
  return sql`(select 'user:' || user_id from ${table} where id = ${id}::uuid)`;
}
