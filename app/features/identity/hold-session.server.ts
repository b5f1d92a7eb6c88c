/**
 * Asked by every command that changes how an account is signed in to, in the transaction that writes: is the session it
 * was asked for in still one? A command that waits for a lock, or for a slow hash, outlives its request's first check.
 */
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { sessions, users } from '#db/schema/identity.ts';
import type { SignedIn } from '#features/access/actor.ts';
import { isRecent } from './recent-sign-in.ts';

/**
 * Whether the session is there and has not run out. If so it cannot be ended before the transaction is: a sign-out, a
 * new password or a ban (which ends sessions in the database) waits for it, and what waits for one of those finds no
 * session. Locks account and session, in this order.
 * @param recent whether its sign-in or re-check must be recent, too.
 */
export async function holdSession(
  tx: Transaction,
  { userId, sessionId }: SignedIn,
  { recent }: { recent: boolean },
): Promise<boolean> {
  if ((await lockUser(tx, userId)) === null) return false;
  const [session] = await tx
    .select({ confirmedAt: sessions.confirmedAt })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(sessions.userId, userId),
        gt(sessions.expiresAt, sql`clock_timestamp()`),
      ),
    )
    // Not `now()`, which stands still while locks are waited for. Its use may be noted meanwhile, but not its end.
    .for('key share');
  return session !== undefined && (!recent || isRecent(session.confirmedAt, new Date(), 'change'));
}

/**
 * The address as it is; null for an account that is not there. Changes of the ways into one account happen one after
 * the other: two removals at once must not remove them all.
 */
export async function lockUser(tx: Transaction, userId: string): Promise<string | null> {
  const [user] = await tx
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  return user?.email ?? null;
}
