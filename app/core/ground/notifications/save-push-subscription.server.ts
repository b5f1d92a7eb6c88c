/** Saves, moves and deletes the browsers that get push messages. */
import { createECDH } from 'node:crypto';
import { and, desc, eq, notInArray } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { inTransaction } from '#db/client.ts';
import { pushSubscriptions } from '#db/schema/notifications.ts';
import { isPushEndpoint } from '#platform/outgoing/push.ts';
import { MOST_BROWSERS, type PushSubscriptionInput } from './push-subscription.ts';
import { writePreferences } from './save-preferences.server.ts';

/**
 * Saves this browser for the person and session that ask. A browser of another person stops being theirs: the person
 * who is signed in there now may read what it shows. Refused (false): an invalid subscription.
 * @param isWished the person pressed the button, which turns Push Notifications on as well; a browser that only renews
 * its subscription changes no preference.
 */
export async function savePushSubscription(
  actor: Actor,
  subscription: PushSubscriptionInput,
  isWished: boolean,
): Promise<boolean> {
  if (actor.kind === 'guest' || actor.isBanned) return false;
  if (!isPushEndpoint(subscription.endpoint) || !isPoint(subscription.p256dh)) return false;
  const { userId, sessionId } = actor;
  await inTransaction(async (tx) => {
    const mine = { userId, sessionId, p256dh: subscription.p256dh, auth: subscription.auth };
    await tx
      .insert(pushSubscriptions)
      .values({ endpoint: subscription.endpoint, ...mine })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: mine });
    const newest = tx
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, userId))
      .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
      .limit(MOST_BROWSERS);
    await tx
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.userId, userId), notInArray(pushSubscriptions.id, newest)));
    if (isWished) await writePreferences(tx, userId, { pushNotifications: true });
  });
  return true;
}

/** Deletes one of the person's own browsers; another person's, or an unknown one, gets the same answer. */
export async function forgetPushSubscription(actor: Actor, endpoint: string): Promise<void> {
  if (actor.kind === 'guest') return;
  const { userId } = actor;
  await inTransaction((tx) =>
    tx
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint))),
  );
}

/** Whether it is a point of the curve, so that encrypting for it cannot fail. */
function isPoint(p256dh: string): boolean {
  try {
    const own = createECDH('prime256v1');
    own.generateKeys();
    own.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}
