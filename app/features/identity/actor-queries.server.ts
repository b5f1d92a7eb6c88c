/** Reads who is asking, anew at every request: a changed role or a ban counts from the next one on. */
import { eq } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { userRoles, users } from '#db/schema/identity.ts';
import { type Actor, guest } from './actor.ts';
import { auth } from './auth.server.ts';

/** The name of the session cookie, with the prefix browsers demand on Secure ones. */
function hasSessionCookie(headers: Headers): boolean {
  return /(?:^|;\s*)(?:__Secure-)?farmgate\.session_token=/.test(headers.get('cookie') ?? '');
}

/** The actor behind a request's cookies; a guest when there is no live session. */
export async function readActor(headers: Headers): Promise<Actor> {
  if (!hasSessionCookie(headers)) return guest;
  const found = await auth().api.getSession({ headers });
  if (!found) return guest;
  const [row] = await database()
    .select({
      fullName: customerProfiles.fullName,
      isBanned: customerProfiles.isBanned,
      role: userRoles.role,
    })
    .from(users)
    .leftJoin(customerProfiles, eq(customerProfiles.userId, users.id))
    .leftJoin(userRoles, eq(userRoles.userId, users.id))
    .where(eq(users.id, found.user.id));
  if (!row) return guest;
  return {
    kind: 'user',
    userId: found.user.id,
    sessionId: found.session.id,
    email: found.user.email,
    name: row.fullName ?? found.user.name,
    role: row.role ?? 'user',
    isBanned: row.isBanned ?? false,
  };
}
