/** Reads who is asking, at every request: a changed role or right or a ban applies from the next one on. */
import { type SQL, sql } from 'drizzle-orm';
import { heldRights } from '#core/ground/access/account-queries.server.ts';
import { type Actor, guest, type Rights, worksHere } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { sessions, sharedTablets, textFactors, userRoles, users } from '#db/schema/identity.ts';
import { statement } from '#db/statement.ts';
import type { Role } from '#kernel/statuses.ts';
import { tabletHash } from '../pins/tablet-cookie.server.ts';
import { extendPinSession, extendUsed } from './extend-session.server.ts';
import { sessionToken } from './session-cookie.server.ts';
import { isByPerson, sessionEnds } from './session-life.ts';

/** Returns the actor behind a request's cookies; a guest when there is no live session. */
export async function readActor(headers: Headers): Promise<Actor> {
  const token = sessionToken(headers.get('cookie'));
  if (token === null) return guest;
  const [row] = await readActorRow(database(), { token });
  if (!row) return guest;
  const settings = await rulesFor(row);
  if (row.tabletId !== null) return readPinActor(row, settings, headers);
  return (await extendUsed(row, settings?.staffSessionHours ?? null)) ? actorOf(row, settings) : guest;
}

/**
 * Returns the actor of a live session; a guest for any other. Reading it does not count as use and does not extend it.
 */
export async function readActorOfSession(sessionId: string, now = new Date()): Promise<Actor> {
  const [row] = await readActorRowOfSession(database(), { sessionId });
  if (!row) return guest;
  const settings = await rulesFor(row);
  if (row.tabletId !== null) return isPinLive(row) ? actorOf(row, settings) : guest;
  const ends = sessionEnds(row.confirmedAt, now, settings?.staffSessionHours ?? null);
  return ends > now ? actorOf(row, settings) : guest;
}

/** A session by PIN counts on its own tablet only. */
async function readPinActor(row: ActorRow, settings: StaffRules, headers: Headers): Promise<Actor> {
  if (settings === null || row.tabletHash !== tabletHash(headers.get('cookie'))) return guest;
  const idle = { idleMinutes: settings.pinIdleMinutes, byPerson: isByPerson(headers) };
  return (await extendPinSession(row, idle)) ? actorOf(row, settings) : guest;
}

const isPinLive = ({ roleChangedAt, startedAt }: ActorRow): boolean =>
  roleChangedAt !== null && roleChangedAt <= startedAt;

type ActorRow = {
  userId: string;
  sessionId: string;
  usedAt: Date;
  confirmedAt: Date;
  secondFactor: boolean;
  startedAt: Date;
  /** null, like the next, for a session that no PIN started. */
  tabletId: string | null;
  tabletHash: string | null;
  /** null without a role. */
  roleChangedAt: Date | null;
  textPhone: string | null;
  email: string;
  accountName: string;
  /** null, like the next two, for an account without a profile or role. */
  fullName: string | null;
  isBanned: boolean | null;
  role: Role | null;
  /** null for other roles than staff. */
  rights: Rights | null;
};
type StaffRules = Awaited<ReturnType<typeof readSettings>>['security'] | null;

/** The rules for staff; null for customers. */
async function rulesFor({ role }: ActorRow): Promise<StaffRules> {
  return worksHere(role ?? 'user') ? (await readSettings()).security : null;
}

function actorOf(row: ActorRow, settings: StaffRules): Actor {
  const isByPin = row.tabletId !== null;
  // A text code is a second factor for customers only, whatever the setting says. A PIN counts with its tablet.
  const needsFactor =
    settings !== null && (settings.staffSecondFactor || (row.textPhone !== null && !isByPin));
  return {
    kind: 'user',
    userId: row.userId,
    sessionId: row.sessionId,
    email: row.email,
    name: row.fullName ?? row.accountName,
    // The daily work alone, also for admins.
    role: isByPin && worksHere(row.role ?? 'user') ? 'staff' : (row.role ?? 'user'),
    ...(row.rights ? { rights: row.rights } : {}),
    isBanned: row.isBanned ?? false,
    ...(isByPin ? { byPin: true } : {}),
    ...(needsFactor && !row.secondFactor ? { lacksSecondFactor: true } : {}),
  };
}

const actorRow = (session: SQL) =>
  statement<ActorRow>(sql`
    select users.id as "userId", sessions.id as "sessionId", sessions.updated_at as "usedAt",
      sessions.confirmed_at as "confirmedAt", sessions.second_factor as "secondFactor",
      sessions.created_at as "startedAt", sessions.tablet_id as "tabletId",
      shared_tablets.token_hash as "tabletHash", user_roles.updated_at as "roleChangedAt",
      text_factors.phone as "textPhone", users.email, users.name as "accountName",
      customer_profiles.full_name as "fullName", customer_profiles.is_banned as "isBanned", user_roles.role,
      ${heldRights} as rights
    from ${sessions} join ${users} on users.id = sessions.user_id
    left join ${customerProfiles} on customer_profiles.user_id = users.id
    left join ${userRoles} on user_roles.user_id = users.id
    left join ${sharedTablets} on shared_tablets.id = sessions.tablet_id
    left join ${textFactors} on text_factors.user_id = users.id
    where ${session} and sessions.expires_at > now()`);

/** Runs before every page of a signed-in person. */
const readActorRow = actorRow(sql`sessions.token = ${sql.placeholder('token')}`);
const readActorRowOfSession = actorRow(sql`sessions.id = ${sql.placeholder('sessionId')}::uuid`);
