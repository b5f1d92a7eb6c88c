/** Cancels a push message or text message that still waits. */
import { and, eq } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { deliveries } from '#db/schema/notifications.ts';

/** A sent message stays sent. */
export async function withdrawDelivery(id: string, reason: string): Promise<void> {
  await database()
    .update(deliveries)
    .set({ status: 'failed', lastError: reason })
    .where(and(eq(deliveries.id, id), eq(deliveries.status, 'waiting')));
}
