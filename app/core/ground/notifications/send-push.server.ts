/** Sends one push message to one browser's service. Safe to repeat: a repeated message replaces itself there. */
import { and, eq, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database } from '#db/client.ts';
import { deliveries, pushSubscriptions } from '#db/schema/notifications.ts';
import { sliceSafe } from '#kernel/text.ts';
import { log } from '#platform/log.ts';
import { mailOrigin } from '#platform/outgoing/mail.ts';
import { ForbiddenTarget } from '#platform/outgoing/outbound.ts';
import { handOverPush, PushRefused, pushContact } from '#platform/outgoing/push.ts';
import type { pushJob } from './delivery-jobs.ts';
import { quietName } from './short-words.ts';

type PushOrder = z.output<typeof pushJob.data>;

/** After a day a message is no longer news. */
const HOURS = 24;

/**
 * Sends the message. Deletes a browser whose subscription has ended. The delivery is 'sent' once one browser's service
 * has accepted it, and 'failed' when no browser is left that could get it.
 * @throws when the service cannot be reached or does not accept it now; the job then retries.
 */
export async function sendPush({ deliveryId, subscriptionId, brief, path }: PushOrder): Promise<void> {
  const [order] = await database()
    .select({
      userId: deliveries.userId,
      isStale: sql<boolean>`${deliveries.createdAt} < now() - make_interval(hours => ${HOURS})`,
      subscription: pushSubscriptions,
    })
    .from(deliveries)
    .leftJoin(
      pushSubscriptions,
      // A browser that now belongs to another person does not get the first person's messages.
      and(eq(pushSubscriptions.id, subscriptionId), eq(pushSubscriptions.userId, deliveries.userId)),
    )
    .where(eq(deliveries.id, deliveryId));
  if (!order) return;
  const { subscription, isStale } = order;
  if (!subscription) return giveUp(deliveryId, 'the browser is signed out or no longer accepts messages');
  if (isStale) return giveUp(deliveryId, 'its push service could not be reached for a day');
  const { store } = await readSettings();
  try {
    const outcome = await handOverPush(subscription, {
      payload: JSON.stringify({ title: quietName(store.name), body: brief, path, tag: deliveryId }),
      topic: deliveryId.replaceAll('-', ''),
      timeToLive: HOURS * 3600,
      contact: pushContact(store.email, mailOrigin()),
    });
    if (outcome === 'sent') return taken(deliveryId);
    await database().delete(pushSubscriptions).where(eq(pushSubscriptions.id, subscriptionId));
    return giveUp(deliveryId, 'the browser no longer accepts messages');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isForGood = error instanceof ForbiddenTarget || (error instanceof PushRefused && error.isForGood);
    await giveUp(deliveryId, reason, isForGood ? 'failed' : 'waiting');
    if (!isForGood) throw error;
    log.warn({ delivery: deliveryId, reason }, 'a push message was refused for good');
  }
}

async function taken(deliveryId: string): Promise<void> {
  await database()
    .update(deliveries)
    .set({ status: 'sent', lastError: null })
    .where(eq(deliveries.id, deliveryId));
}

/** A delivery that another browser has received stays 'sent'. */
async function giveUp(
  deliveryId: string,
  reason: string,
  status: 'failed' | 'waiting' = 'failed',
): Promise<void> {
  await database()
    .update(deliveries)
    .set({ status, lastError: sliceSafe(reason, 500) })
    .where(and(eq(deliveries.id, deliveryId), ne(deliveries.status, 'sent')));
}
