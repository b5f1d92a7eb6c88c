/** Changes the password of the signed-in person, or sets a first one for an account without a password. */
import { and, eq, isNull } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { holdSession } from '#core/ground/access/hold-session.server.ts';
import { isRecentlyConfirmed } from '#core/ground/access/recent-sign-in-queries.server.ts';
import { inTransaction, type Transaction } from '#db/client.ts';
import { accounts, sessions } from '#db/schema/identity.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { HashingBusyError, hashPassword } from '#platform/secrets/password-hashing.ts';
import { checkPassword } from '../sessions/check-password.server.ts';
import { resetCodeCount } from '../sessions/count-guess.server.ts';
import { endAccessBesides } from '../sessions/end-access.server.ts';
import { deleteOtherSessions } from '../sessions/end-sessions.server.ts';
import type { ChangePasswordProblem } from './change-password.ts';
import { recordSecurityChange } from './record-security-change.server.ts';

/**
 * Sets the new password and ends every other session and `endAccessBesides`. Asks for `currentPassword` and
 * counts it as a guess; an account without a password needs a recent sign-in instead.
 */
export async function changePassword(
  request: Request,
  actor: SignedIn,
  { currentPassword, password }: { currentPassword?: string | undefined; password: string },
): Promise<Result<null, ChangePasswordProblem>> {
  if (actor.isBanned) return refuse({ kind: 'wrong-password' });
  if (currentPassword !== undefined) {
    const checked = await checkPassword(request, actor, currentPassword);
    if (!checked.ok) return checked;
  } else if (!(await isRecentlyConfirmed(actor))) {
    return refuse({ kind: 'confirm-first' });
  }
  try {
    const hash = await hashPassword(password);
    const changed = await inTransaction<Result<null, ChangePasswordProblem>>(async (tx) => {
      const recent = currentPassword === undefined;
      if (!(await holdSession(tx, actor, { recent }))) return refuse({ kind: 'wrong-password' });
      if (!(await writePassword(tx, actor, hash, currentPassword !== undefined)))
        return refuse({ kind: 'wrong-password' });
      await deleteOtherSessions(tx, actor);
      await endAccessBesides(tx, actor.userId);
      await recordSecurityChange(tx, request, { userId: actor.userId, change: 'password-changed' });
      return succeed(null);
    });
    if (changed.ok) await resetCodeCount(actor.email);
    return changed;
  } catch (error) {
    if (error instanceof HashingBusyError) return refuse({ kind: 'busy' });
    throw error;
  }
}

/** False when an account that seemed to have no password has one. Setting a password confirms the session. */
async function writePassword(
  tx: Transaction,
  { userId, sessionId }: SignedIn,
  password: string,
  hasPassword: boolean,
): Promise<boolean> {
  const now = new Date();
  await tx.update(sessions).set({ confirmedAt: now }).where(eq(sessions.id, sessionId));
  const written = hasPassword
    ? await tx
        .update(accounts)
        .set({ password, updatedAt: now })
        .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')))
        .returning({ id: accounts.id })
    : await tx
        .insert(accounts)
        .values({ userId, accountId: userId, providerId: 'credential', password })
        .onConflictDoUpdate({
          target: [accounts.providerId, accounts.accountId],
          set: { password, updatedAt: now },
          setWhere: isNull(accounts.password),
        })
        .returning({ id: accounts.id });
  return written.length > 0;
}
