/** Ends sessions. Their open pages are notified, and their live streams close. */
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { holdSession } from '#core/ground/access/hold-session.server.ts';
import { database, inTransaction, type Transaction } from '#db/client.ts';
import { sessions } from '#db/schema/identity.ts';
import { isUuid } from '#kernel/ids.ts';
import { recordSecurityChange } from '../accounts/record-security-change.server.ts';
import { endAccessBesides } from './end-access.server.ts';

/**
 * Ends some of a person's other sessions; returns how many there were. 0 when this person has none of them; another
 * person's sessions get the same answer. The sign-out button ends the current session.
 */
export async function endSessions(
  request: Request,
  actor: SignedIn,
  sessionIds: readonly string[],
): Promise<number> {
  const ids = sessionIds.filter((id) => isUuid(id) && id !== actor.sessionId);
  if (ids.length === 0) return 0;
  return inTransaction(async (tx) => {
    if (!(await holdSession(tx, actor, { recent: false }))) return 0;
    const ended = await tx
      .delete(sessions)
      .where(and(inArray(sessions.id, ids), eq(sessions.userId, actor.userId)))
      .returning({ id: sessions.id });
    if (ended.length > 0)
      await recordSecurityChange(tx, request, { userId: actor.userId, change: 'sessions-ended' });
    return ended.length;
  });
}

/** Signs every other device out and ends `endAccessBesides`; returns how many devices there were. */
export async function endOtherSessions(request: Request, actor: SignedIn): Promise<number> {
  return inTransaction(async (tx) => {
    if (!(await holdSession(tx, actor, { recent: false }))) return 0;
    const ended = await deleteOtherSessions(tx, actor);
    if ((await endAccessBesides(tx, actor.userId)) + ended > 0)
      await recordSecurityChange(tx, request, { userId: actor.userId, change: 'sessions-ended' });
    return ended;
  });
}

/** As part of a change that records itself. */
export async function deleteOtherSessions(tx: Transaction, actor: SignedIn): Promise<number> {
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, actor.userId), ne(sessions.id, actor.sessionId)))
    .returning({ id: sessions.id });
  return ended.length;
}

/**
 * Ends everything that a person is signed in by or that opens the account without signing in: sessions, and
 * `endAccessBesides`. As part of a change that records itself; returns how many sessions were open, and whether
 * anything ended.
 */
export async function endEveryAccess(
  tx: Transaction,
  userId: string,
): Promise<{ open: number; any: boolean }> {
  const ended = await tx
    .delete(sessions)
    .where(eq(sessions.userId, userId))
    .returning({ wasOpen: sql<boolean>`${sessions.expiresAt} > clock_timestamp()` });
  const besides = await endAccessBesides(tx, userId);
  const open = ended.filter(({ wasOpen }) => wasOpen).length;
  return { open, any: open + besides > 0 };
}

/**
 * Signs everyone out of a restored shop: sessions that ended since the backup, by a sign-out, a ban or a new password,
 * would work again. Returns how many there were.
 */
export async function endAllSessions(): Promise<number> {
  return (await database().delete(sessions).returning({ id: sessions.id })).length;
}
