/** Invites staff by mail and cancels invitations, by those who may give rights. */
import { and, eq, sql } from 'drizzle-orm';
import {
  type Actor,
  mayGiveRights,
  ordinaryRights,
  type Rights,
  rightsInWords,
  type SignedIn,
  startingSets,
} from '#core/ground/access/actor.ts';
import { recentStaffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { holdSettings } from '#core/ground/settings/lock-settings.server.ts';
import type { Settings } from '#core/ground/settings/settings.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import type { Transaction } from '#db/client.ts';
import { staffInvitations, users } from '#db/schema/identity.ts';
import { isUuid, newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { Role } from '#kernel/statuses.ts';
import { enqueueAccountMail } from '../accounts/request-account-mail.server.ts';
import { endInvitationLinks } from '../sessions/end-unfinished.server.ts';
import { INVITATION_DAYS, type InviteProblem } from './invitation.ts';
import type { InviteInput } from './invitation-form.ts';
import { invitedRights } from './invitations-queries.server.ts';
import { columnsOf, lockRights } from './lock-rights.server.ts';
import { roleLabel } from './role-change.ts';

const DAY = 86_400_000;

/** What an invitation gives. */
const given = { id: staffInvitations.id, role: staffInvitations.role, rights: invitedRights };

/**
 * Whether the giver has what an invitation gives; only an admin invites admins. One invitation at a time: of two for
 * the same address the second ends the first.
 */
async function giving(tx: Transaction, giver: SignedIn, known: Settings) {
  const { refunds } = await holdSettings(tx, known);
  const own = (await lockRights(tx, [giver.userId])).get(giver.userId);
  const now = own ? { ...giver, ...own } : null;
  return ({ role, rights }: { role: Role; rights: Rights }): boolean =>
    now !== null && (role === 'staff' || now.role === 'admin') && mayGiveRights(now, [rights], refunds);
}

/**
 * Mails a link that creates the account with this role. An open invitation for the address ends, and its link with it,
 * unless it is the same one, sent a moment ago.
 * Refused: an old sign-in, an address that has an account, and an invitation, or an open one that it would end, that gives
 * more than the person has who invites.
 */
export async function inviteStaff(
  actor: Actor,
  { email, role, set }: InviteInput,
): Promise<Result<{ email: string }, InviteProblem>> {
  const asGiver = recentStaffTransaction(
    actor,
    'staff.rights',
    refuse({ kind: 'not-allowed' }),
    refuse({ kind: 'confirm-first' }),
  );
  const known = await readSettings();
  return asGiver<Result<{ email: string }, InviteProblem>>(async (tx, giver, abandon) => {
    const mayGive = await giving(tx, giver, known);
    const rights: Rights = role === 'staff' ? startingSets[set ?? 'budtender'] : ordinaryRights;
    if (!mayGive({ role, rights })) return refuse({ kind: 'more-than-own' });
    const [taken] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(sql`lower(${users.email})`, email));
    if (taken) return refuse({ kind: 'has-account' });
    if (await isPressedTwice(tx, giver, { email, role, rights })) return succeed({ email });
    const earlier = await tx
      .delete(staffInvitations)
      .where(eq(sql`lower(${staffInvitations.email})`, email))
      .returning(given);
    if (!earlier.every(mayGive)) return abandon(refuse({ kind: 'more-than-own' }));
    await endInvitationLinks(
      tx,
      earlier.map(({ id }) => id),
    );
    const id = newId<string>();
    await tx.insert(staffInvitations).values({
      id,
      email,
      role,
      ...columnsOf(rights),
      invitedBy: giver.userId,
      expiresAt: new Date(Date.now() + INVITATION_DAYS * DAY),
    });
    await recordAudit(tx, giver, {
      action: 'staff.invited',
      subject: 'user',
      subjectId: id,
      after: { email, role: roleLabel[role], ...(role === 'staff' ? rightsInWords(rights) : {}) },
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

/** Seconds within which the same invitation is the second press of a button: its mail is on its way already. */
const TWICE_WITHIN = 10;

/** Whether this person sent this address the same role and boxes a moment ago. */
async function isPressedTwice(
  tx: Transaction,
  giver: SignedIn,
  { email, role, rights }: { email: string; role: Role; rights: Rights },
): Promise<boolean> {
  const [same] = await tx
    .select({ rights: staffInvitations.rights })
    .from(staffInvitations)
    .where(
      and(
        eq(sql`lower(${staffInvitations.email})`, email),
        eq(staffInvitations.role, role),
        eq(staffInvitations.invitedBy, giver.userId),
        sql`${staffInvitations.createdAt} > now() - make_interval(secs => ${TWICE_WITHIN})`,
      ),
    );
  return same !== undefined && same.rights.toSorted().join() === [...rights.boxes].toSorted().join();
}

/**
 * Cancels an invitation; its link stops working. Refused: an old sign-in, an invitation that is not open, and one that
 * gives more than the person has.
 */
export async function takeInvitationBack(actor: Actor, id: string): Promise<Result<null, InviteProblem>> {
  const asGiver = recentStaffTransaction(
    actor,
    'staff.rights',
    refuse({ kind: 'not-allowed' }),
    refuse({ kind: 'confirm-first' }),
  );
  const known = await readSettings();
  return asGiver<Result<null, InviteProblem>>(async (tx, giver, abandon) => {
    if (!isUuid(id)) return refuse({ kind: 'not-found' });
    const mayGive = await giving(tx, giver, known);
    const [gone] = await tx
      .delete(staffInvitations)
      .where(eq(staffInvitations.id, id))
      .returning({ ...given, email: staffInvitations.email });
    if (!gone) return refuse({ kind: 'not-found' });
    if (!mayGive(gone)) return abandon(refuse({ kind: 'more-than-own' }));
    await endInvitationLinks(tx, [id]);
    await recordAudit(tx, giver, {
      action: 'staff.invitation-taken-back',
      subject: 'user',
      subjectId: id,
      before: { email: gone.email },
    });
    return succeed(null);
  });
}
