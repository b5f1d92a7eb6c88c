/**
 * Checks, in the writing transaction of every command that changes how people sign in to an account, that the
 * requesting session is still live. A command that waits for a lock, or for a slow hash, outlives its request's first
 * check.
 */
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { apiTokens } from '#db/schema/api-tokens.ts';
import { sessions, users } from '#db/schema/identity.ts';
import type { RecentActor, SignedIn } from './actor.ts';
import { isRecent } from './recent-sign-in.ts';

/**
 * Whether the session exists and has not expired. If so, it cannot end before the transaction does: a sign-out, a new
 * password or a ban (which ends sessions in the database) waits for it, and a command that waits for one of those finds
 * no session. Locks account and session, in this order. Returns the actor, or null.
 * @param recent whether its sign-in or re-check must be recent, too.
 */
export async function holdSession<Recent extends boolean>(
  tx: Transaction,
  actor: SignedIn,
  { recent }: { recent: Recent },
): Promise<(Recent extends true ? RecentActor : SignedIn) | null> {
  if ((await lockUser(tx, actor.userId)) === null) return null;
  // Others may still record its use, but not end it.
  const [session] = await selectSession(tx, actor).for('key share');
  const isHeld = session !== undefined && (!recent || isRecent(session.confirmedAt, new Date(), 'change'));
  return isHeld ? (actor as RecentActor) : null;
}

/** Whether the session, or the API token, exists and has not expired, read without a lock: the last check of a staff command. */
export async function hasSession(tx: Transaction, actor: SignedIn): Promise<boolean> {
  const found = await (actor.apiToken ? selectToken(tx, actor) : selectSession(tx, actor));
  return found.length > 0;
}

/** Not `now()`, which is the start of the transaction, before it waited for locks. */
const isLive = gt(sessions.expiresAt, sql`clock_timestamp()`);

function selectSession(tx: Transaction, { userId, sessionId }: SignedIn) {
  return tx
    .select({ confirmedAt: sessions.confirmedAt })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isLive));
}

function selectToken(tx: Transaction, { userId, sessionId }: SignedIn) {
  return tx
    .select({ id: apiTokens.id })
    .from(apiTokens)
    .where(
      and(
        eq(apiTokens.id, sessionId),
        eq(apiTokens.userId, userId),
        gt(apiTokens.expiresAt, sql`clock_timestamp()`),
        sql`(for_store or created_at > coalesce((select access_ended_at from users where id = ${userId}), '-infinity'))`,
      ),
    );
}

/** Locks an account, its sessions and API tokens, for a command that locks roles and then deletes the sessions. */
export async function lockSessions(tx: Transaction, userId: string): Promise<void> {
  await lockUser(tx, userId);
  await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.id))
    .for('update');
  // Who revokes one holds it when they come to their own role.
  await tx
    .select({ id: apiTokens.id })
    .from(apiTokens)
    .where(eq(apiTokens.userId, userId))
    .orderBy(asc(apiTokens.id))
    .for('update');
}

/**
 * Locks the account and returns its current address; null if the account does not exist. Changes to the ways into one
 * account run one after the other: two concurrent removals must not remove them all.
 */
export async function lockUser(tx: Transaction, userId: string): Promise<string | null> {
  const [user] = await tx
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  return user?.email ?? null;
}
