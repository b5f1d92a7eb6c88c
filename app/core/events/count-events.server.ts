/** How often something has happened to one thing: what a rule allows only so many times. */
import { and, count, eq } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { events } from '#db/schema/events.ts';
import type { DomainEvent } from './event.ts';

/** Under the lock of the thing itself, so that two at once do not both count the same. */
export async function countEvents(
  tx: Transaction,
  subjectId: string,
  kind: DomainEvent['kind'],
): Promise<number> {
  const [row] = await tx
    .select({ many: count() })
    .from(events)
    .where(and(eq(events.subjectId, subjectId), eq(events.kind, kind)));
  return row?.many ?? 0;
}
