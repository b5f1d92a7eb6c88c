/** Saves a person's notification preferences. */

import type { Actor } from '#core/ground/access/actor.ts';
import { inTransaction, type Transaction } from '#db/client.ts';
import { userPreferences } from '#db/schema/notifications.ts';
import type { Preferences } from './notification-rule.ts';

/** False for people who may have none. */
export async function savePreferences(actor: Actor, preferences: Preferences): Promise<boolean> {
  if (actor.kind === 'guest' || actor.isBanned) return false;
  await inTransaction((tx) => writePreferences(tx, actor.userId, preferences));
  return true;
}

/** Writes the given preferences; the others stay, or are the defaults. */
export async function writePreferences(
  tx: Transaction,
  userId: string,
  changed: Partial<Preferences>,
): Promise<void> {
  const set = { ...changed, updatedAt: new Date() };
  await tx
    .insert(userPreferences)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: userPreferences.userId, set });
}
