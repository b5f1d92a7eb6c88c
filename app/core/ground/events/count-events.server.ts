/** Counts how often something has happened to one thing, for rules with a limit. */
import { and, count, eq } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { events } from '#db/schema/events.ts';
import type { DomainEvent } from './event.ts';

/** A command needs the lock of the thing itself, so that two at once do not both see the same count; a page does not. */
export async function countEvents(
  tx: Pick<Database | Transaction, 'select'>,
  subjectId: string,
  kind: DomainEvent['kind'],
): Promise<number> {
  const [row] = await tx
    .select({ many: count() })
    .from(events)
    .where(and(eq(events.subjectId, subjectId), eq(events.kind, kind)));
  return row?.many ?? 0;
}
