/** Reads staff invitations: the open ones, and the one that a link belongs to. */
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { type Actor, may, mayGiveRights, type Rights } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database } from '#db/client.ts';
import { staffInvitations } from '#db/schema/identity.ts';
import type { MailStatus, Role } from '#kernel/statuses.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { INVITATION_IDENTIFIER, readLink } from '../accounts/link-queries.server.ts';

/** `mail`: what happened to the newest email with its link; null once that record is deleted. */
export type OpenInvitation = {
  id: string;
  email: string;
  role: Role;
  /** As staff. */
  rights: Rights;
  /** Whether the viewer may cancel it: it gives no more than they have. */
  mayCancel: boolean;
  until: string;
  mail: MailStatus | null;
};

/** What a person starts with who is invited as staff. */
export const invitedRights = sql<Rights>`jsonb_build_object('boxes', to_jsonb(${staffInvitations.rights}),
  'refundLimit', ${staffInvitations.refundLimit}, 'discountLimit', ${staffInvitations.discountLimit})`;

/** Newest first; empty for people who may not invite. */
export async function readInvitations(actor: Actor, zone: string): Promise<OpenInvitation[]> {
  if (!may(actor, 'staff.rights')) return [];
  const { refunds } = await readSettings();
  const rows = await database()
    .select({
      id: staffInvitations.id,
      email: staffInvitations.email,
      role: staffInvitations.role,
      rights: invitedRights,
      expiresAt: staffInvitations.expiresAt,
      mail: sql<MailStatus | null>`(
        select status from mail_messages
        where lower(recipient) = lower(${staffInvitations.email}) and link_opens = 'invitation'
        order by created_at desc limit 1
      )`,
    })
    .from(staffInvitations)
    .where(gt(staffInvitations.expiresAt, sql`now()`))
    .orderBy(desc(staffInvitations.createdAt))
    .limit(50);
  return rows.map(({ expiresAt, ...row }) => ({
    ...row,
    mayCancel:
      (row.role === 'staff' || may(actor, 'users.manage')) && mayGiveRights(actor, [row.rights], refunds),
    until: formatDateTime(instantOf(expiresAt), zone),
  }));
}

/** The invitation behind a link; null for a link that opens nothing. Reading it does not use it up. */
export async function readInvitation(
  token: string,
): Promise<{ id: string; email: string; role: Role } | null> {
  const id = await readLink(INVITATION_IDENTIFIER, token);
  if (id === null) return null;
  const [row] = await database()
    .select({ id: staffInvitations.id, email: staffInvitations.email, role: staffInvitations.role })
    .from(staffInvitations)
    .where(and(eq(staffInvitations.id, id), gt(staffInvitations.expiresAt, sql`now()`)));
  return row ?? null;
}
