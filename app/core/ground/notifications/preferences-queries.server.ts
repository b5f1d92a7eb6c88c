/** Reads a person's notification preferences, and how to reach them. */
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { smsNumbers } from '#db/schema/notifications.ts';
import { statement } from '#db/statement.ts';
import { smsIsConfigured } from '#platform/outgoing/sms.ts';
import { defaultPreferences, type Preferences, type Reach, readChoices } from './notification-rule.ts';

const ofPerson = sql`user_id = ${sql.placeholder('userId')}::uuid`;
const readStored = statement<StoredPreferences>(sql`
  select order_updates as "orderUpdates", account_updates as "accountUpdates", promotional,
    email_notifications as "emailNotifications", push_notifications as "pushNotifications", choices
  from user_preferences where ${ofPerson}`);
const readSubscriptions = statement<{ id: string }>(sql`select id from push_subscriptions where ${ofPerson}`);

type StoredPreferences = Omit<Preferences, 'choices'> & { choices: unknown };

/** A person's preferences; the defaults if they never chose. */
export async function readPreferences(userId: string): Promise<Preferences> {
  const [stored] = await readStored(database(), { userId });
  if (!stored) return defaultPreferences;
  return { ...stored, choices: readChoices(stored.choices) };
}

/** A person's browsers with push messages. */
export async function pushSubscriptionsOf(userId: string): Promise<readonly string[]> {
  const rows = await readSubscriptions(database(), { userId });
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
