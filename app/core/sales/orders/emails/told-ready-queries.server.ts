/** Reads whether a customer was told that an order is ready, before it went back to packing. */
import { sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { deliveries } from '#db/schema/notifications.ts';

/**
 * Whether any channel sent the newest 'ready' before this event. Without it the customer expects no order, and a message
 * that it is not ready would be the first they read of it.
 */
export async function wasToldReady(orderId: string, eventId: string): Promise<boolean> {
  const { rows } = await database().execute<{ told: boolean }>(sql`
    select exists (select from ${deliveries} where event_id = (
      select ready.id from events as ready join events as back on back.subject_id = ready.subject_id
      where back.id = ${eventId} and back.subject_id = ${orderId} and ready.kind = 'order-ready'
        and ready.created_at <= back.created_at
      order by ready.created_at desc, ready.id desc limit 1)) as told`);
  return rows[0]?.told ?? false;
}
