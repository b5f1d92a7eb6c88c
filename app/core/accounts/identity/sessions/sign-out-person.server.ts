/**
 * Ends every session of another person, by an admin: for a device that was lost or that someone else uses. The
 * account's owner gets a mail.
 */
import type { Actor } from '#core/ground/access/actor.ts';
import { lockUser } from '#core/ground/access/hold-session.server.ts';
import { recentStaffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { isUuid } from '#kernel/ids.ts';
import { commonMessage } from '#kernel/problem.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { recordStaffSecurityChange } from '../accounts/record-security-change.server.ts';
import { endEveryAccess } from './end-sessions.server.ts';

export type SignOutProblem = { kind: 'not-allowed' } | { kind: 'confirm-first' } | { kind: 'own' };

export function signOutMessage(problem: SignOutProblem): string {
  switch (problem.kind) {
    case 'own':
      return 'Sign out your own devices under Security.';
    default:
      return commonMessage(problem);
  }
}

/** 'Signed out everywhere. Sessions ended: 2.' */
export function signedOutMessage(ended: number): string {
  return ended === 0 ? 'No session is open.' : `Signed out everywhere. Sessions ended: ${ended}.`;
}

/**
 * Ends sessions by password and by PIN, and `endAccessBesides`. Returns how many sessions were open; if nothing ended,
 * nothing is recorded. Refused: people who may not manage users, an old sign-in, and one's own account.
 */
export function signOutPerson(actor: Actor, userId: string): Promise<Result<number, SignOutProblem>> {
  const asAdmin = recentStaffTransaction(
    actor,
    'users.manage',
    refuse({ kind: 'not-allowed' }),
    refuse({ kind: 'confirm-first' }),
  );
  return asAdmin<Result<number, SignOutProblem>>(async (tx, admin) => {
    if (userId === admin.userId) return refuse({ kind: 'own' });
    if (!isUuid(userId) || (await lockUser(tx, userId)) === null) return succeed(0);
    const { open, any } = await endEveryAccess(tx, userId);
    if (!any) return succeed(0);
    await recordAudit(tx, admin, {
      action: 'sessions.ended',
      subject: 'user',
      subjectId: userId,
    });
    await recordStaffSecurityChange(tx, admin, { userId, change: 'signed-out-by-staff' });
    return succeed(open);
  });
}
