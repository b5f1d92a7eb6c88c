/** When the person behind a request last showed who they are, and by what they can show it again. */
import { and, count, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { accounts, passkeys, sessions } from '#db/schema/identity.ts';
import type { SignedIn } from '#features/access/actor.ts';
import { isRecent } from './recent-sign-in.ts';

/**
 * Whether this session's last sign-in or re-check is recent enough. Asked by the guard of a page, and again by every
 * command that changes something sensitive.
 */
export async function isRecentlyConfirmed(
  { sessionId, userId }: SignedIn,
  what: 'open' | 'change' = 'change',
  now = new Date(),
): Promise<boolean> {
  const [session] = await database()
    .select({ confirmedAt: sessions.confirmedAt })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
  return session !== undefined && isRecent(session.confirmedAt, now, what);
}

/** By what an account can be signed in to. */
export type WaysIn = { password: boolean; passkeys: number; providers: number };

export async function readWaysIn(userId: string): Promise<WaysIn> {
  const [ofAccounts] = await database()
    .select({
      passwords: sql<number>`count(*) filter (where ${accounts.providerId} = 'credential' and ${isNotNull(accounts.password)})::int`,
      providers: sql<number>`count(*) filter (where ${ne(accounts.providerId, 'credential')})::int`,
    })
    .from(accounts)
    .where(eq(accounts.userId, userId));
  const [ofKeys] = await database()
    .select({ passkeys: count() })
    .from(passkeys)
    .where(eq(passkeys.userId, userId));
  return {
    password: (ofAccounts?.passwords ?? 0) > 0,
    passkeys: ofKeys?.passkeys ?? 0,
    providers: ofAccounts?.providers ?? 0,
  };
}
