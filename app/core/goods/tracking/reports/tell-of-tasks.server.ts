/** Tells admins of reports that were refused and that no one has decided about for hours: one message for all, once for each. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { readAdminIds } from '#core/ground/notifications/admins-queries.server.ts';
import { inTransaction } from '#db/client.ts';
import { stateActs } from '#db/schema/tracking.ts';
import { asDate, systemClock } from '#kernel/time.ts';

/** A day has 24, and a sale is to be in the state's system on its day. */
const HOURS = 4;

/** Safe to repeat, and at once: tells of an act once, also if it is sent and refused again. Returns of how many it told. */
export async function tellOfTasks(now: Temporal.Instant = systemClock()): Promise<number> {
  return inTransaction(async (tx) => {
    const told = await tx
      .update(stateActs)
      .set({ toldAt: asDate(now) })
      .where(
        and(
          eq(stateActs.status, 'refused'),
          isNull(stateActs.toldAt),
          sql`coalesce(${stateActs.triedAt}, ${stateActs.createdAt}) < ${asDate(now.subtract({ hours: HOURS }))}`,
        ),
      )
      .returning({ id: stateActs.id });
    if (told.length === 0) return 0;
    for (const userId of await readAdminIds(tx))
      await recordEvent(tx, { kind: 'state-tasks-waiting', userId, tasks: told.length }, null);
    return told.length;
  });
}
