/** Deletes messages by age, with their deliveries and attempts, and what a restored shop must not send. */
import { eq, lt, sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { webhookDeliveries, webhookEndpoints, webhookMessages } from '#db/schema/webhooks.ts';
import { KEPT_DAYS } from './webhook.ts';

export async function cleanUpWebhooks(): Promise<void> {
  await database()
    .delete(webhookMessages)
    .where(lt(webhookMessages.createdAt, sql`now() - make_interval(days => ${KEPT_DAYS})`));
  await database()
    .update(webhookEndpoints)
    .set({ formerSecret: null, formerUntil: null })
    .where(sql`former_until < now()`);
}

/** Messages that waited when a backup was made; returns how many. They can be sent again by hand. */
export async function withholdWebhooks(): Promise<number> {
  const withheld = await database()
    .update(webhookDeliveries)
    .set({ status: 'failed', dueAt: null, lastError: 'Not sent: restored from a backup' })
    .where(eq(webhookDeliveries.status, 'waiting'))
    .returning({ id: webhookDeliveries.id });
  return withheld.length;
}

/** Turns every endpoint off: a copy of the shop must not tell partners what happens in it. */
export async function stopEndpoints(): Promise<void> {
  await database().update(webhookEndpoints).set({ stopped: 'staff' }).where(sql`stopped is null`);
}
