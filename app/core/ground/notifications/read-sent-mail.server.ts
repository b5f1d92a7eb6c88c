/** Reads one sent mail, and records who has read it. */

import { and, eq, gt, sql } from 'drizzle-orm';
import { type Actor, type RecentActor, roleCovers, type SignedIn } from '#core/ground/access/actor.ts';
import { recentActor } from '#core/ground/access/recent-sign-in-queries.server.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { withLink, withoutLink } from '#core/ground/mail/private-link.ts';
import { linkContext } from '#core/ground/mail/queue-mail.server.ts';
import type { Transaction } from '#db/client.ts';
import { auditLog } from '#db/schema/audit.ts';
import { staffInvitations, userRoles } from '#db/schema/identity.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { isUuid } from '#kernel/ids.ts';
import type { Role } from '#kernel/statuses.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { decrypt } from '#platform/secrets/secrets.ts';
import type { SentMailLine } from './sent-mail-queries.server.ts';

export type SentMail = SentMailLine & {
  html: string;
  text: string;
  attempts: number;
  lastError: string | null;
  /** When the text was deleted, in the store's zone; null while it is stored. */
  wipedAt: string | null;
  /**
   * Whether the private link is shown, is shown after a recent sign-in, or stays hidden; null for a mail without one.
   */
  link: 'shown' | 'confirm-first' | 'hidden' | null;
};

/** The same reader is not recorded again for this long: one view is two requests. */
const SAME_LOOK_MINUTES = 10;

/**
 * Returns the mail, and adds one line to the audit log. null when it does not exist, and for people who may not read
 * it. The link of a private mail is shown only if no mail server delivers it, to readers whom `mayFollow` allows, after
 * a recent sign-in.
 */
export async function readSentMail(actor: Actor, id: string, zone: string): Promise<SentMail | null> {
  const asStaff = staffTransaction(actor, 'sent-mail.read', null);
  if (actor.kind === 'guest' || !isUuid(id)) return null;
  const reader = await recentActor(actor);
  return asStaff<SentMail | null>(async (tx, actor) => {
    const [row] = await tx.select().from(mailMessages).where(eq(mailMessages.id, id));
    if (!row) return null;
    const { recipient, subject, status, attempts, lastError, linkEncrypted, isPrivate } = row;
    const isOffered = linkEncrypted !== null && status === 'kept' && (await mayFollow(tx, actor, row));
    const isShown = isOffered && reader !== null;
    await recordReading(tx, actor, id, isShown ? reader : null);
    const at = (date: Date) => formatDateTime(instantOf(date), zone);
    return {
      id,
      recipient,
      subject,
      status,
      attempts,
      lastError,
      ...(isShown ? withLink(row, decrypt(linkEncrypted, linkContext(id))) : withoutLink(row)),
      at: at(row.createdAt),
      wipedAt: row.wipedAt && at(row.wipedAt),
      link: isShown ? 'shown' : isOffered ? 'confirm-first' : isPrivate ? 'hidden' : null,
    };
  });
}

type Link = Pick<typeof mailMessages.$inferSelect, 'linkOpens' | 'accountId' | 'recipient'>;

/**
 * Whether the link opens only what the reader could do anyway: the reader's own account, the account of a person with
 * fewer permissions, or a customer's sign-up. An invitation opens an account too: the person who sent it may pass it
 * on. A link with an unknown target stays hidden.
 */
async function mayFollow(tx: Transaction, reader: SignedIn, link: Link): Promise<boolean> {
  switch (link.linkOpens) {
    case 'nothing':
    case 'sign-up':
      return true;
    case 'account':
      return link.accountId !== null && (await coversAccount(tx, reader, link.accountId));
    case 'invitation':
      return coversInvitation(tx, reader, link.recipient);
    default:
      return false;
  }
}

async function coversAccount(tx: Transaction, reader: SignedIn, accountId: string): Promise<boolean> {
  if (accountId === reader.userId) return true;
  const [owner] = await tx
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(eq(userRoles.userId, accountId));
  return isLess(owner?.role ?? 'user', reader.role);
}

async function coversInvitation(tx: Transaction, reader: SignedIn, recipient: string): Promise<boolean> {
  const [invitation] = await tx
    .select({ role: staffInvitations.role, invitedBy: staffInvitations.invitedBy })
    .from(staffInvitations)
    .where(eq(sql`lower(${staffInvitations.email})`, recipient.toLowerCase()));
  if (!invitation) return false;
  return invitation.invitedBy === reader.userId || isLess(invitation.role, reader.role);
}

const isLess = (role: Role, than: Role) => roleCovers(than, role) && !roleCovers(role, than);

/** @param shownTo whom the link is shown to; null when it stays hidden. */
async function recordReading(
  tx: Transaction,
  actor: SignedIn,
  id: string,
  shownTo: RecentActor | null,
): Promise<void> {
  const action = shownTo ? 'mail.link-shown' : 'mail.read';
  const [same] = await tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subjectType, 'mail'),
        eq(auditLog.subjectId, id),
        eq(auditLog.actorId, actor.userId),
        eq(auditLog.action, action),
        gt(auditLog.createdAt, sql`now() - make_interval(mins => ${SAME_LOOK_MINUTES})`),
      ),
    )
    .limit(1);
  if (same) return;
  const about = { subject: 'mail', subjectId: id } as const;
  if (shownTo) await recordAudit(tx, shownTo, { action: 'mail.link-shown', ...about });
  else await recordAudit(tx, actor, { action: 'mail.read', ...about });
}
