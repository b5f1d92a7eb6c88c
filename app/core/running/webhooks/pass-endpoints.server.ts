/** What becomes of the endpoints that an admin who leaves answers for, for a command that has checked the permission. */
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { webhookEndpoints } from '#db/schema/webhooks.ts';

const ofPerson = (userId: string) => eq(webhookEndpoints.responsibleId, userId);

/** By name, also those that are turned off. */
export function readEndpointsOf(db: Pick<Database | Transaction, 'select'>, userId: string) {
  return db
    .select({ id: webhookEndpoints.id, name: webhookEndpoints.name })
    .from(webhookEndpoints)
    .where(ofPerson(userId))
    .orderBy(asc(webhookEndpoints.name), asc(webhookEndpoints.id));
}

/** From now on `to` answers for them; `isOff` turns those off that get messages. Returns their names. */
export async function passEndpoints(
  tx: Transaction,
  userId: string,
  { to, isOff }: { to: string; isOff: boolean },
): Promise<{ name: string }[]> {
  if (isOff)
    await tx
      .update(webhookEndpoints)
      .set({ stopped: 'staff' })
      .where(and(ofPerson(userId), isNull(webhookEndpoints.stopped)));
  return tx
    .update(webhookEndpoints)
    .set({ responsibleId: to })
    .where(ofPerson(userId))
    .returning({ name: webhookEndpoints.name });
}
