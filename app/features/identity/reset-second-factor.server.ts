/** An admin turns off the second factor of somebody who has lost it, with the reason. Its owner is told by mail. */
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { inTransaction } from '#db/client.ts';
import { authenticators, backupCodes, sessions } from '#db/schema/identity.ts';
import { type Actor, may } from '#features/access/actor.ts';
import { recordAudit } from '#features/audit/record-audit.server.ts';
import { isUuid } from '#kernel/ids.ts';
import { assertNever, type Result, refuse, succeed } from '#kernel/result.ts';
import { typed } from '#platform/typed-text.ts';
import { readFactor, removeTextFactor } from './current-factor.server.ts';
import { endUnfinished } from './end-unfinished.server.ts';
import { lockUser } from './hold-session.server.ts';
import { CONFIRM_FIRST } from './messages.ts';
import { isRecentlyConfirmed } from './recent-sign-in-queries.server.ts';
import { recordStaffSecurityChange } from './record-security-change.server.ts';

export const resetSecondFactorForm = z.object({
  reason: typed(500, 'reason').min(1, 'Give a reason; it is kept with the customer.'),
});

export const SECOND_FACTOR_RESET = 'Two-factor sign-in is off, and every device is signed out.';

export type ResetFactorProblem =
  | { kind: 'not-allowed' }
  | { kind: 'confirm-first' }
  | { kind: 'own' }
  | { kind: 'not-on' };

export function resetFactorMessage(problem: ResetFactorProblem): string {
  switch (problem.kind) {
    case 'not-allowed':
      return 'Admin access only';
    case 'confirm-first':
      return CONFIRM_FIRST;
    case 'own':
      return 'Your own is turned off under Security.';
    case 'not-on':
      return 'Two-factor sign-in is off already.';
    default:
      return assertNever(problem);
  }
}

/**
 * Authenticator app or text messages go, and the backup codes, every session ends, and whatever waits for a code;
 * passkeys stay, which nobody can lose to a guess. Refused: a sign-in that is too old, one's own account, and one
 * without such a factor.
 */
export async function resetSecondFactor(
  actor: Actor,
  userId: string,
  reason: string,
): Promise<Result<null, ResetFactorProblem>> {
  if (actor.kind !== 'user' || !may(actor, 'users.manage')) return refuse({ kind: 'not-allowed' });
  if (!(await isRecentlyConfirmed(actor))) return refuse({ kind: 'confirm-first' });
  if (userId === actor.userId) return refuse({ kind: 'own' });
  if (!isUuid(userId)) return refuse({ kind: 'not-on' });
  return inTransaction<Result<null, ResetFactorProblem>>(async (tx) => {
    await lockUser(tx, userId);
    const factor = await readFactor(tx, userId);
    if (factor === null) return refuse({ kind: 'not-on' });
    await tx.delete(authenticators).where(eq(authenticators.userId, userId));
    await removeTextFactor(tx, userId);
    await tx.delete(backupCodes).where(eq(backupCodes.userId, userId));
    await tx.delete(sessions).where(eq(sessions.userId, userId));
    await endUnfinished(tx, userId);
    await recordAudit(tx, actor, {
      action: 'second-factor.reset',
      subject: 'user',
      subjectId: userId,
      before: { secondFactor: factor === 'app' ? 'Authenticator app' : 'Text messages' },
      after: { secondFactor: 'Off' },
      reason,
    });
    await recordStaffSecurityChange(tx, actor, { userId, change: 'second-factor-reset' });
    return succeed(null);
  });
}
