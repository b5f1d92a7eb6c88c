/** Invites staff by mail and cancels invitations, by an admin. */
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { recentStaffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { staffInvitations, users } from '#db/schema/identity.ts';
import { isUuid, newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { enqueueAccountMail } from '../accounts/request-account-mail.server.ts';
import { endInvitationLinks } from '../sessions/end-unfinished.server.ts';
import { INVITATION_DAYS, type InviteProblem } from './invitation.ts';
import type { InviteInput } from './invitation-form.ts';
import { lockAdmins } from './lock-admins.server.ts';
import { roleLabel } from './role-change.ts';

const DAY = 86_400_000;

/**
 * Mails a link that creates the account with this role. An open invitation for the address ends, and its link with it.
 * Refused: an old sign-in, and an address that has an account.
 */
export function inviteStaff(
  actor: Actor,
  { email, role }: InviteInput,
): Promise<Result<{ email: string }, InviteProblem>> {
  const asAdmin = recentStaffTransaction(
    actor,
    'users.manage',
    refuse({ kind: 'not-allowed' }),
    refuse({ kind: 'confirm-first' }),
  );
  return asAdmin<Result<{ email: string }, InviteProblem>>(async (tx, admin) => {
    // One at a time: of two invitations for the same address the second ends the first.
    await lockAdmins(tx);
    const [taken] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(sql`lower(${users.email})`, email));
    if (taken) return refuse({ kind: 'has-account' });
    const earlier = await tx
      .delete(staffInvitations)
      .where(eq(sql`lower(${staffInvitations.email})`, email))
      .returning({ id: staffInvitations.id });
    await endInvitationLinks(
      tx,
      earlier.map(({ id }) => id),
    );
    const id = newId<string>();
    await tx.insert(staffInvitations).values({
      id,
      email,
      role,
      invitedBy: admin.userId,
      expiresAt: new Date(Date.now() + INVITATION_DAYS * DAY),
    });
    await recordAudit(tx, admin, {
      action: 'staff.invited',
      subject: 'user',
      subjectId: id,
      after: { email, role: roleLabel[role] },
    });
    await enqueueAccountMail(tx, {
      kind: 'invitation',
      requestId: newId<string>(),
      email,
      invitationId: id,
    });
    return succeed({ email });
  });
}

/** Cancels an invitation; its link stops working. Refused: an old sign-in, and an invitation that is not open. */
export function takeInvitationBack(actor: Actor, id: string): Promise<Result<null, InviteProblem>> {
  const asAdmin = recentStaffTransaction(
    actor,
    'users.manage',
    refuse({ kind: 'not-allowed' }),
    refuse({ kind: 'confirm-first' }),
  );
  return asAdmin<Result<null, InviteProblem>>(async (tx, admin) => {
    if (!isUuid(id)) return refuse({ kind: 'not-found' });
    await lockAdmins(tx);
    const [gone] = await tx
      .delete(staffInvitations)
      .where(eq(staffInvitations.id, id))
      .returning({ email: staffInvitations.email });
    if (!gone) return refuse({ kind: 'not-found' });
    await endInvitationLinks(tx, [id]);
    await recordAudit(tx, admin, {
      action: 'staff.invitation-taken-back',
      subject: 'user',
      subjectId: id,
      before: { email: gone.email },
    });
    return succeed(null);
  });
}
