/** Reads events, for their reactions. */
import { eq, sql } from 'drizzle-orm';
import { events } from '#db/schema/events.ts';
import { singleStatement } from '#db/statement.ts';
import { type DomainEvent, eventSchema } from './event.ts';

const selectEvent = singleStatement((db) =>
  db
    .select({ payload: events.payload })
    .from(events)
    .where(eq(events.id, sql.placeholder('eventId'))),
);

/** The event, or null if there is none with this id. */
export async function readEvent(eventId: string): Promise<DomainEvent | null> {
  const [stored] = await selectEvent({ eventId });
  return stored ? eventSchema.parse(stored.payload) : null;
}
