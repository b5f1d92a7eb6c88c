/** Marks the messages on other channels than mail that waited when a backup was made. */
import { and, eq, ne } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { deliveries } from '#db/schema/notifications.ts';

/** Returns how many there were. Deliveries by mail show the state of their mail. */
export async function withholdDeliveries(): Promise<number> {
  const withheld = await database()
    .update(deliveries)
    .set({ status: 'failed', lastError: 'Not sent: restored from a backup' })
    .where(and(eq(deliveries.status, 'waiting'), ne(deliveries.channel, 'email')))
    .returning({ id: deliveries.id });
  return withheld.length;
}
