/**
 * Turns off the second factor of a person who has lost it, by an admin, with the reason. The account's owner gets a
 * mail.
 */

import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#core/ground/access/actor.ts';
import { lockUser } from '#core/ground/access/hold-session.server.ts';
import { recentStaffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { authenticators, backupCodes } from '#db/schema/identity.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Common, commonMessage } from '#kernel/problem.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { typed } from '#platform/requests/typed-text.ts';
import { recordStaffSecurityChange } from '../accounts/record-security-change.server.ts';
import { endEveryAccess } from '../sessions/end-sessions.server.ts';
import { readFactor, removeTextFactor } from './current-factor.server.ts';

export const resetSecondFactorForm = z.object({
  reason: typed(500, 'reason').min(1, 'Enter a reason. It is saved with the customer.'),
});

export const SECOND_FACTOR_RESET = 'Two-factor sign-in is off. The customer is signed out on every device.';

export type ResetFactorProblem =
  | Common<'not-allowed' | 'confirm-first'>
  | { kind: 'own' }
  | { kind: 'not-on' };

export function resetFactorMessage(problem: ResetFactorProblem): string {
  switch (problem.kind) {
    case 'own':
      return 'Turn off your own under Security.';
    case 'not-on':
      return 'Two-factor sign-in is already off.';
    default:
      return commonMessage(problem);
  }
}

/**
 * Deletes the authenticator app or phone and the backup codes; ends every session and every sign-in that waits for a
 * code. Passkeys stay, because they cannot be guessed. Refused: an old sign-in, one's own account, and an account
 * without such a factor.
 */
export function resetSecondFactor(
  actor: Actor,
  userId: string,
  reason: string,
): Promise<Result<null, ResetFactorProblem>> {
  const asAdmin = recentStaffTransaction(
    actor,
    'users.manage',
    refuse({ kind: 'not-allowed' }),
    refuse({ kind: 'confirm-first' }),
  );
  return asAdmin<Result<null, ResetFactorProblem>>(async (tx, admin) => {
    if (userId === admin.userId) return refuse({ kind: 'own' });
    if (!isUuid(userId)) return refuse({ kind: 'not-on' });
    await lockUser(tx, userId);
    const factor = await readFactor(tx, userId);
    if (factor === null) return refuse({ kind: 'not-on' });
    await tx.delete(authenticators).where(eq(authenticators.userId, userId));
    await removeTextFactor(tx, userId);
    await tx.delete(backupCodes).where(eq(backupCodes.userId, userId));
    await endEveryAccess(tx, userId);
    await recordAudit(tx, admin, {
      action: 'second-factor.reset',
      subject: 'user',
      subjectId: userId,
      before: { secondFactor: factor === 'app' ? 'Authenticator app' : 'Text messages' },
      after: { secondFactor: 'Off' },
      reason,
    });
    await recordStaffSecurityChange(tx, admin, { userId, change: 'second-factor-reset' });
    return succeed(null);
  });
}
