/**
 * Reads who may receive promotions, and by which channels: when one is sent, again at each person's turn, and once more
 * before a message goes out.
 */
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { database } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { users } from '#db/schema/identity.ts';
import { pushSubscriptions, smsNumbers, userPreferences } from '#db/schema/notifications.ts';
import { promotions } from '#db/schema/promotions.ts';
import { type Channel, channels } from '#kernel/statuses.ts';
import { smsIsConfigured } from '#platform/outgoing/sms.ts';

/** No one is older; a birth date beyond it counts as missing (app/kernel/age.ts). */
const OLDEST = 120;

/** The tables behind the conditions below: everyone with an account, a profile and stored preferences. */
export const people = sql`${users}
  join ${customerProfiles} on ${customerProfiles.userId} = ${users.id}
  join ${userPreferences} on ${userPreferences.userId} = ${users.id}`;

export type Audience = { isOne: SQL; by: Readonly<Record<Channel, SQL>> };

/**
 * The audience: people who asked for promotions on at least one channel and are known to be of age: not rejected, and
 * 21 by birth date, or approved by staff when none is on file. Unknown means no. Excludes banned, closed and
 * unconfirmed accounts.
 */
export async function readAudience(): Promise<Audience> {
  const { compliance } = await readSettings();
  const { today } = await storeClock();
  const latest = today.subtract({ years: compliance.minimumAge }).toString();
  const earliest = today.subtract({ years: OLDEST + 1 }).toString();
  const { birthDate, isVerifiedOver21 } = customerProfiles;
  const isOfAge = or(
    sql`(${birthDate} <= ${latest}::date and ${birthDate} > ${earliest}::date)`,
    sql`(${birthDate} is null and ${isVerifiedOver21})`,
  );
  const by = wantedBy();
  const isOne = and(
    eq(userPreferences.promotional, true),
    eq(users.emailVerified, true),
    eq(customerProfiles.status, 'active'),
    eq(customerProfiles.isBanned, false),
    sql`${isVerifiedOver21} is not false`,
    isOfAge,
    or(...Object.values(by)),
  );
  return { isOne: isOne ?? sql`false`, by };
}

/** `channelsFor` as SQL for all of them; a test compares the two. */
function wantedBy(): Record<Channel, SQL> {
  const cell = (channel: Channel) => sql`${userPreferences.choices}->'promotion'->${channel}`;
  const isLeftOn = (channel: Channel) => sql`coalesce(${cell(channel)} <> 'false'::jsonb, true)`;
  const hasBrowser = sql`exists (select from ${pushSubscriptions} where ${pushSubscriptions.userId} = ${users.id})`;
  const hasPhone = sql`exists (select from ${smsNumbers} where ${smsNumbers.userId} = ${users.id} and ${smsNumbers.verifiedAt} is not null)`;
  return {
    bell: isLeftOn('bell'),
    email: sql`(${userPreferences.emailNotifications} and ${isLeftOn('email')})`,
    push: sql`(${userPreferences.pushNotifications} and ${isLeftOn('push')} and ${hasBrowser})`,
    sms: smsIsConfigured()
      ? sql`(coalesce(${cell('sms')} = 'true'::jsonb, false) and ${hasPhone})`
      : sql`false`,
  };
}

export type AudienceSize = { people: number; by: Record<Channel, number> };

/** The current size of the audience, in total and by channel. */
export async function countAudience(): Promise<AudienceSize> {
  const { isOne, by } = await readAudience();
  const columns = channels.map(
    (channel) => sql`count(*) filter (where ${by[channel]})::int as ${sql.raw(channel)}`,
  );
  const { rows } = await database().execute<{ people: number } & Record<Channel, number>>(sql`
    select count(*)::int as people, ${sql.join(columns, sql`, `)} from ${people} where ${isOne}`);
  const { people: all = 0, bell = 0, email = 0, push = 0, sms = 0 } = rows[0] ?? {};
  return { people: all, by: { bell, email, push, sms } };
}

/** The person's id and email if they are in the audience at this moment; null if not. */
export async function readRecipient(userId: string): Promise<{ userId: string; email: string } | null> {
  const { isOne } = await readAudience();
  const { rows } = await database().execute<{ email: string }>(sql`
    select ${users.email} as email from ${people} where ${users.id} = ${userId} and ${isOne}`);
  return rows[0] ? { userId, email: rows[0].email } : null;
}

/** Whether a message of this promotion may still go to this person by this channel. */
export async function isStillWanted(eventId: string, userId: string, channel: Channel): Promise<boolean> {
  const { isOne, by } = await readAudience();
  const { rows } = await database().execute(sql`
    select from ${people} where ${users.id} = ${userId} and ${isOne} and ${by[channel]}
      and exists (select from ${promotions} where ${promotions.eventId} = ${eventId} and ${promotions.status} <> 'stopped')`);
  return rows.length > 0;
}
