/** Tells admins in the morning that something of the day before stands out. Names no one: the page does. */
import { sql } from 'drizzle-orm';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { readAdminIds } from '#core/ground/notifications/admins-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { inTransaction } from '#db/client.ts';
import { events } from '#db/schema/events.ts';
import { systemClock } from '#kernel/time.ts';
import { stoodOut } from './conduct.ts';
import { conductOf } from './conduct-queries.server.ts';

/** Safe to repeat: once for a day. Returns how many people's acts stand out. */
export async function tellWhatStoodOut(now = systemClock()): Promise<number> {
  const { today, zone } = await storeClock(now);
  const day = today.subtract({ days: 1 });
  const people = stoodOut((await conductOf(day, zone)).findings);
  if (people === 0) return 0;
  return inTransaction(async (tx) => {
    const told = sql`${events.kind} = 'stood-out' and ${events.payload}->>'day' = ${day.toString()}`;
    if ((await tx.$count(events, told)) > 0) return 0;
    for (const userId of await readAdminIds(tx))
      await recordEvent(tx, { kind: 'stood-out', userId, day: day.toString(), people }, null);
    return people;
  });
}
