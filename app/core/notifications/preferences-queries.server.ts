/** Reads a person's notification preferences, and how to reach them. */
import { and, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import type { Actor } from '#core/access/actor.ts';
import { database } from '#db/client.ts';
import { pushSubscriptions, smsNumbers, userPreferences } from '#db/schema/notifications.ts';
import { singleStatement } from '#db/statement.ts';
import { smsIsConfigured } from '#platform/outgoing/sms.ts';
import { defaultPreferences, type Preferences, type Reach, readChoices } from './notification-rule.ts';

const ofPerson = sql.placeholder('userId');
const readStored = singleStatement((db) =>
  db
    .select(getTableColumns(userPreferences))
    .from(userPreferences)
    .where(eq(userPreferences.userId, ofPerson)),
);
const readSubscriptions = singleStatement((db) =>
  db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, ofPerson)),
);

/** A person's preferences; the defaults if they never chose. */
export async function readPreferences(userId: string): Promise<Preferences> {
  const [stored] = await readStored({ userId });
  if (!stored) return defaultPreferences;
  const { orderUpdates, accountUpdates, promotional, emailNotifications, pushNotifications } = stored;
  return {
    orderUpdates,
    accountUpdates,
    promotional,
    emailNotifications,
    pushNotifications,
    choices: readChoices(stored.choices),
  };
}

/** A person's browsers with push messages. */
export async function pushSubscriptionsOf(userId: string): Promise<readonly string[]> {
  const rows = await readSubscriptions({ userId });
  return rows.map(({ id }) => id);
}

/** A person's verified phone; null without one, or without a configured gateway. */
export async function phoneOf(userId: string): Promise<string | null> {
  if (!smsIsConfigured()) return null;
  const [row] = await database()
    .select({ phone: smsNumbers.phone })
    .from(smsNumbers)
    .where(and(eq(smsNumbers.userId, userId), isNotNull(smsNumbers.verifiedAt)));
  return row?.phone ?? null;
}

export type ShownPreferences = Preferences & {
  reach: Reach;
  /** How many browsers get push messages. */
  browsers: number;
};

/** The data of the preferences page; null for people who may have none. */
export async function readOwnPreferences(actor: Actor): Promise<ShownPreferences | null> {
  if (actor.kind === 'guest' || actor.isBanned) return null;
  const [preferences, browsers, phone] = await Promise.all([
    readPreferences(actor.userId),
    pushSubscriptionsOf(actor.userId),
    phoneOf(actor.userId),
  ]);
  return {
    ...preferences,
    browsers: browsers.length,
    reach: { push: browsers.length > 0, sms: phone !== null },
  };
}
