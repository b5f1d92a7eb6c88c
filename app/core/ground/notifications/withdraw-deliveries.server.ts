/** Ends messages on other channels than mail that still wait. A sent message stays sent. */
import { and, eq, ne, type SQL } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { deliveries } from '#db/schema/notifications.ts';

/** Cancels one push message or text message. */
export async function withdrawDelivery(id: string, reason: string): Promise<void> {
  await endWaiting(eq(deliveries.id, id), reason);
}

/**
 * Ends what waited when a backup was made, and returns how many there were. Deliveries by mail show the state of their
 * mail.
 */
export const withholdDeliveries = (): Promise<number> =>
  endWaiting(ne(deliveries.channel, 'email'), 'Not sent: restored from a backup');

async function endWaiting(which: SQL, reason: string): Promise<number> {
  const ended = await database()
    .update(deliveries)
    .set({ status: 'failed', lastError: reason })
    .where(and(which, eq(deliveries.status, 'waiting')))
    .returning({ id: deliveries.id });
  return ended.length;
}
