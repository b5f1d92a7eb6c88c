/** Reads who is asking, at every request: a changed role or a ban applies from the next one on. */
import { and, eq, gt, sql } from 'drizzle-orm';
import { type Actor, guest, roleMay } from '#core/access/actor.ts';
import { readSettings } from '#core/settings/settings-queries.server.ts';
import { type Database, database } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { sessions, textFactors, userRoles, users } from '#db/schema/identity.ts';
import { singleStatement } from '#db/statement.ts';
import type { Role } from '#kernel/statuses.ts';
import { extendUsed } from './extend-session.server.ts';
import { sessionToken } from './session-cookie.server.ts';
import { sessionEnds } from './session-life.ts';

/** Returns the actor behind a request's cookies; a guest when there is no live session. */
export async function readActor(headers: Headers): Promise<Actor> {
  const token = sessionToken(headers.get('cookie'));
  if (token === null) return guest;
  const [row] = await readActorRow({ token });
  if (!row) return guest;
  const settings = await rulesFor(row);
  return (await extendUsed(row, settings?.staffSessionHours ?? null)) ? actorOf(row, settings) : guest;
}

/**
 * Returns the actor of a live session; a guest for any other. Reading it does not count as use and does not extend it.
 */
export async function readActorOfSession(sessionId: string, now = new Date()): Promise<Actor> {
  const [row] = await selectActor(database()).where(
    and(eq(sessions.id, sessionId), gt(sessions.expiresAt, sql`now()`)),
  );
  if (!row) return guest;
  const settings = await rulesFor(row);
  const ends = sessionEnds(row.confirmedAt, now, settings?.staffSessionHours ?? null);
  return ends > now ? actorOf(row, settings) : guest;
}

type ActorRow = Awaited<ReturnType<typeof selectActor>>[number];
type StaffRules = Awaited<ReturnType<typeof readSettings>>['security'] | null;

/** The rules for staff; null for customers. */
async function rulesFor({ role }: ActorRow): Promise<StaffRules> {
  return worksHere(role ?? 'user') ? (await readSettings()).security : null;
}

function actorOf(row: ActorRow, settings: StaffRules): Actor {
  // A text code is a second factor for customers only, whatever the setting says.
  const needsFactor = settings !== null && (settings.staffSecondFactor || row.textPhone !== null);
  return {
    kind: 'user',
    userId: row.userId,
    sessionId: row.sessionId,
    email: row.email,
    name: row.fullName ?? row.accountName,
    role: row.role ?? 'user',
    isBanned: row.isBanned ?? false,
    ...(needsFactor && !row.secondFactor ? { lacksSecondFactor: true } : {}),
  };
}

const worksHere = (role: Role) => roleMay(role, 'backoffice.enter');

/** Whether the cookies contain a session that we signed, live or not; needs no database. */
export function bearsSession(cookie: string | null): boolean {
  return sessionToken(cookie) !== null;
}

function selectActor(db: Database) {
  return db
    .select({
      userId: users.id,
      sessionId: sessions.id,
      usedAt: sessions.updatedAt,
      confirmedAt: sessions.confirmedAt,
      secondFactor: sessions.secondFactor,
      textPhone: textFactors.phone,
      email: users.email,
      accountName: users.name,
      fullName: customerProfiles.fullName,
      isBanned: customerProfiles.isBanned,
      role: userRoles.role,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(customerProfiles, eq(customerProfiles.userId, users.id))
    .leftJoin(userRoles, eq(userRoles.userId, users.id))
    .leftJoin(textFactors, eq(textFactors.userId, users.id))
    .$dynamic();
}

/** A prepared query: it runs before every page of a signed-in person. */
const readActorRow = singleStatement((db) =>
  selectActor(db).where(
    and(eq(sessions.token, sql.placeholder('token')), gt(sessions.expiresAt, sql`now()`)),
  ),
);
