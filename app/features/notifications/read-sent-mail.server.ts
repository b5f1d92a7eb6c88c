/** Reads one sent mail, and records who has read it. */

import { and, eq, gt, sql } from 'drizzle-orm';
import { inTransaction, type Transaction } from '#db/client.ts';
import { auditLog } from '#db/schema/audit.ts';
import { userRoles, users } from '#db/schema/identity.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { type Actor, may, roleCovers, type SignedIn } from '#features/access/actor.ts';
import { recordAudit } from '#features/audit/record-audit.server.ts';
import { withLink, withoutLink } from '#features/mail/private-link.ts';
import { linkContext } from '#features/mail/queue-mail.server.ts';
import { isUuid } from '#kernel/ids.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { decrypt } from '#platform/secrets.ts';
import type { SentMailLine } from './sent-mail-queries.server.ts';

export type SentMail = SentMailLine & {
  html: string;
  text: string;
  attempts: number;
  lastError: string | null;
  /** When the words were removed, in the store's zone; null while they are there. */
  wipedAt: string | null;
  /** What became of the link that opens an account; null for a mail without one. */
  link: 'shown' | 'hidden' | null;
};

/** The same person going on reading is not recorded again for so long: one look is two requests. */
const SAME_LOOK_MINUTES = 10;

/**
 * The mail, and one line in the audit log. null when there is none, and for those who may not read it. The link
 * of a private mail is shown only where no mail server delivers it, and only to its recipient or to somebody whose
 * role may do more than the recipient's: nobody takes over an account of equal or more rights by reading its mail.
 */
export async function readSentMail(actor: Actor, id: string, zone: string): Promise<SentMail | null> {
  if (actor.kind === 'guest' || !may(actor, 'sent-mail.read') || !isUuid(id)) return null;
  return inTransaction(async (tx) => {
    const [row] = await tx.select().from(mailMessages).where(eq(mailMessages.id, id));
    if (!row) return null;
    const { recipient, subject, status, attempts, lastError, linkEncrypted } = row;
    const isShown = linkEncrypted !== null && status === 'kept' && (await covers(tx, actor, recipient));
    await recordReading(tx, actor, id, isShown);
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
      link: isShown ? 'shown' : row.isPrivate ? 'hidden' : null,
    };
  });
}

/** Whether the mail is the reader's own, or of somebody who may do less; who has no account may nothing. */
async function covers(tx: Transaction, actor: SignedIn, recipient: string): Promise<boolean> {
  const [owner] = await tx
    .select({ role: userRoles.role })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(eq(sql`lower(${users.email})`, recipient.toLowerCase()));
  const role = owner?.role ?? 'user';
  const isOwn = actor.email.toLowerCase() === recipient.toLowerCase();
  return isOwn || (roleCovers(actor.role, role) && !roleCovers(role, actor.role));
}

async function recordReading(tx: Transaction, actor: SignedIn, id: string, isShown: boolean): Promise<void> {
  const [same] = await tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subjectType, 'mail'),
        eq(auditLog.subjectId, id),
        eq(auditLog.actorId, actor.userId),
        eq(sql`${auditLog.after} ->> 'link'`, isShown ? 'shown' : 'hidden'),
        gt(auditLog.createdAt, sql`now() - make_interval(mins => ${SAME_LOOK_MINUTES})`),
      ),
    )
    .limit(1);
  if (same) return;
  await recordAudit(tx, actor, {
    action: 'mail.read',
    subject: 'mail',
    subjectId: id,
    after: { link: isShown ? 'shown' : 'hidden' },
  });
}
