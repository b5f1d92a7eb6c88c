/** Counts how often something has happened to one thing, for rules with a limit. */
import { and, count, eq } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { events } from '#db/schema/events.ts';
import type { DomainEvent } from './event.ts';

/** Requires the lock of the thing itself, so that two concurrent commands do not both see the same count. */
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
