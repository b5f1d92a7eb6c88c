/** Deletes messages by age, with their deliveries and attempts, and withholds what a restored shop must not send. */
import { eq, inArray, lt, sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { webhookDeliveries, webhookEndpoints, webhookMessages, webhookNotes } from '#db/schema/webhooks.ts';
import { log } from '#platform/log.ts';
import { KEPT_DAYS, NOTE_HOURS } from './webhook.ts';

/** Messages that are deleted in one statement: each takes its deliveries and attempts along. */
const BATCH = 1000;

export async function cleanUpWebhooks(): Promise<void> {
  const isOld = lt(webhookMessages.createdAt, sql`now() - make_interval(days => ${KEPT_DAYS})`);
  for (let deleted = BATCH; deleted === BATCH; ) {
    const some = database()
      .select({ id: webhookMessages.id })
      .from(webhookMessages)
      .where(isOld)
      .limit(BATCH);
    deleted =
      (await database().delete(webhookMessages).where(inArray(webhookMessages.id, some))).rowCount ?? 0;
  }
  await database()
    .update(webhookEndpoints)
    .set({ formerSecret: null, formerUntil: null })
    .where(sql`former_until < now()`);
  await dropOldNotes();
}

/** Of products that could not be read for a day: the next change that can be read is sent with all that is new. */
async function dropOldNotes(): Promise<void> {
  const dropped = await database()
    .delete(webhookNotes)
    .where(lt(webhookNotes.createdAt, sql`now() - make_interval(hours => ${NOTE_HOURS})`))
    .returning({ productId: webhookNotes.productId });
  if (dropped.length === 0) return;
  const products = [...new Set(dropped.map(({ productId }) => productId))];
  log.error({ products }, 'webhook messages of products that cannot be read were dropped');
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
