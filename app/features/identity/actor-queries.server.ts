/** Reads who is asking, anew at every request: a changed role or a ban counts from the next one on. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import { type Database, database } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { sessions, userRoles, users } from '#db/schema/identity.ts';
import { type Actor, guest } from '#features/access/actor.ts';
import { hostCookieName, readExactCookie } from '#platform/cookies.ts';
import {
  auth,
  cookiesAreSecure,
  RENEW_SESSION_AFTER_SECONDS,
  SESSION_COOKIE,
  sessionSecret,
} from './auth.server.ts';

/** The actor behind a request's cookies; a guest when there is no live session. */
export async function readActor(headers: Headers): Promise<Actor> {
  const token = sessionToken(headers.get('cookie'));
  if (token === null) return guest;
  const [row] = await actorOfToken(database()).execute({ token });
  if (!row) return guest;
  // Once a day the library prolongs a session that is used; all other days one query is enough.
  if (Date.now() - row.renewedAt.getTime() > RENEW_SESSION_AFTER_SECONDS * 1000) {
    await auth().api.getSession({ headers });
  }
  return {
    kind: 'user',
    userId: row.userId,
    sessionId: row.sessionId,
    email: row.email,
    name: row.fullName ?? row.accountName,
    role: row.role ?? 'user',
    isBanned: row.isBanned ?? false,
  };
}

/** Whether the cookies hold a session of our making, be it alive or not: known without asking the database. */
export function bearsSession(cookie: string | null): boolean {
  return sessionToken(cookie) !== null;
}

/** The token of the session cookie, if the signature beside it is ours: 'token.base64(HMAC-SHA256)'. */
export function sessionToken(cookie: string | null): string | null {
  // One name only: under HTTPS a neighbouring host could plant the other.
  const value = readExactCookie(cookie, cookiesAreSecure() ? hostCookieName(SESSION_COOKIE) : SESSION_COOKIE);
  const dot = value?.lastIndexOf('.') ?? -1;
  if (!value || dot < 1 || value.length > 500) return null;
  const token = value.slice(0, dot);
  const given = Buffer.from(value.slice(dot + 1), 'base64');
  const right = createHmac('sha256', sessionSecret()).update(token).digest();
  return given.length === right.length && timingSafeEqual(given, right) ? token : null;
}

/** One statement, planned once per connection: it runs before every page of somebody signed in. */
function prepare(db: Database) {
  return db
    .select({
      userId: users.id,
      sessionId: sessions.id,
      renewedAt: sessions.updatedAt,
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
    .where(and(eq(sessions.token, sql.placeholder('token')), gt(sessions.expiresAt, sql`now()`)))
    .prepare('actor_of_token');
}

const prepared = new WeakMap<Database, ReturnType<typeof prepare>>();

function actorOfToken(db: Database): ReturnType<typeof prepare> {
  const known = prepared.get(db);
  if (known) return known;
  const made = prepare(db);
  prepared.set(db, made);
  return made;
}
