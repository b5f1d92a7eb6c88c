/** Reminds customers, once for each order, that their pickup time is over and until when the order waits. */
import { sql } from 'drizzle-orm';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { tryLockAdvisory } from '#db/advisory-locks.ts';
import { inTransaction } from '#db/client.ts';
import { events } from '#db/schema/events.ts';
import { orders } from '#db/schema/orders.ts';
import { systemClock } from '#kernel/time.ts';
import { readDueOrders } from './due-orders-queries.server.ts';
import { isInGrace } from './missed-pickup.ts';

/** No grace lasts longer than this after a pickup time. */
const HOURS_BACK = 24;

const isNotReminded = sql`not exists (
  select 1 from ${events} where ${events.subjectId} = ${orders.id}::text and ${events.kind} = 'order-pickup-missed')`;

/**
 * Returns how many customers are reminded; 0 while another instance runs this. An order without a grace, because the store
 * closes when its pickup time is over, gets no reminder.
 */
export async function remindOfMissedPickups(now = systemClock()): Promise<number> {
  const settings = await readSettings();
  if (settings.missedPickups.graceMinutes === 0) return 0;
  return inTransaction(async (tx) => {
    if (!(await tryLockAdvisory(tx, 'missedPickups'))) return 0;
    const since = now.subtract({ hours: HOURS_BACK });
    const due = await readDueOrders(tx, settings, now, { since, matching: isNotReminded });
    const waiting = due.filter(({ grace }) => isInGrace(grace, now));
    for (const { id } of waiting) await recordEvent(tx, { kind: 'order-pickup-missed', orderId: id }, null);
    return waiting.length;
  });
}
