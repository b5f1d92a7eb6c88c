/** Records an event, in the transaction that caused it. */
import { type SQL, sql } from 'drizzle-orm';
import { type Transaction, together } from '#db/client.ts';
import { placeholders, statement } from '#db/statement.ts';
import { newId } from '#kernel/ids.ts';
import type { Topic } from '#kernel/topic.ts';
import { enqueue } from '#platform/jobs.ts';
import { LIVE_CHANNEL } from '#platform/live/announce.ts';
import { type DomainEvent, subjectOf } from './event.ts';
import { eventJob } from './event-job.ts';

const { id, kind, subjectId, actorId, payload, topics, ownedId } = placeholders(
  ...(['id', 'kind', 'subjectId', 'actorId', 'payload', 'topics', 'ownedId'] as const),
);

/** Writes the event and announces its topics, including that of the customer who owns the row in `owned`. */
const writing = (owned: SQL) =>
  statement(sql`
    with written as (
      insert into events (id, kind, subject_id, actor_id, payload)
      values (${id}::uuid, ${kind}, ${subjectId}, ${actorId}::uuid, ${payload}::jsonb)
    )
    select pg_notify(${sql.raw(`'${LIVE_CHANNEL}'`)}, topic) from (
      select unnest(${topics}::text[]) as topic
      union all select 'user:' || user_id from ${owned} as owned where owned.id = ${ownedId}::uuid
    ) as told`);

const writeAboutOrder = writing(sql`orders`);
const writeAboutReservation = writing(sql`pickup_reservations`);

/**
 * Writes the event, enqueues the reactions to it and notifies open pages; all of it commits with `tx` or not at all.
 * Returns its id.
 */
export async function recordEvent(
  tx: Transaction,
  event: DomainEvent,
  actorId: string | null,
): Promise<string> {
  const eventId = newId<string>();
  const write = 'reservationId' in event ? writeAboutReservation : writeAboutOrder;
  await together(
    write(tx, {
      id: eventId,
      kind: event.kind,
      subjectId: subjectOf(event),
      actorId,
      payload: JSON.stringify(event),
      topics: topicsOf(event),
      ownedId: 'orderId' in event ? event.orderId : 'reservationId' in event ? event.reservationId : null,
    }),
    enqueue(tx, eventJob, { eventId }),
  );
  return eventId;
}

/** The topics of open pages that show it, apart from those of the customer whose order or reservation it is about. */
function topicsOf(event: DomainEvent): readonly Topic[] {
  if ('alertId' in event) return [];
  if ('promotionId' in event) return ['promotions'];
  if ('recallId' in event) return ['recalls'];
  if ('closureId' in event) return ['orders'];
  if ('userId' in event) return [`user:${event.userId}`];
  return 'orderId' in event ? ['orders', `order:${event.orderId}`] : ['reservations'];
}
