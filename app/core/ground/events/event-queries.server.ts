/** Reads events, for their reactions. */
import { sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { type DomainEvent, eventSchema } from './event.ts';

const selectEvent = statement<{ payload: unknown }>(
  sql`select payload from events where id = ${sql.placeholder('eventId')}::uuid`,
);

/** The event, or null if there is none with this id. */
export async function readEvent(eventId: string): Promise<DomainEvent | null> {
  const [stored] = await selectEvent(database(), { eventId });
  return stored ? eventSchema.parse(stored.payload) : null;
}
