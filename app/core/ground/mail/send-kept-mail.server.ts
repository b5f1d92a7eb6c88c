/** Sends mail that was written before the shop could send any, as far as it still helps its reader. */
import { and, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { inTransaction } from '#db/client.ts';
import { mailMessages } from '#db/schema/mail.ts';
import type { MailLinkTarget } from '#kernel/statuses.ts';
import { enqueue } from '#platform/jobs.ts';
import { mailLeavesTheHouse, mailState } from '#platform/outgoing/mail.ts';
import { linkHours } from './private-link.ts';
import { accountLetterJob } from './sending-jobs.ts';

/**
 * Queues links that still work: a sign-up's confirmation, an invitation, a new password. Returns how many. All other
 * mail stays unsent, because its news is over: a reminder, a ready order, a receipt that staff can send again. Does
 * nothing until a test of the mail server has worked.
 */
export async function sendKeptMail(): Promise<number> {
  if (mailState() !== 'works' || !mailLeavesTheHouse()) return 0;
  return inTransaction(async (tx) => {
    const queued = await tx
      .update(mailMessages)
      .set({ status: 'waiting' })
      .where(
        and(
          eq(mailMessages.status, 'kept'),
          isNotNull(mailMessages.linkEncrypted),
          isNull(mailMessages.wipedAt),
          // For the index.
          gt(
            mailMessages.createdAt,
            sql`now() - make_interval(hours => ${Math.max(...Object.values(linkHours))})`,
          ),
          or(...Object.entries(linkHours).map(([opens, hours]) => isWithin(opens as MailLinkTarget, hours))),
        ),
      )
      .returning({ id: mailMessages.id });
    for (const { id } of queued) await enqueue(tx, accountLetterJob, { mailId: id });
    return queued.length;
  });
}

const isWithin = (opens: MailLinkTarget, hours: number) =>
  and(
    eq(mailMessages.linkOpens, opens),
    gt(mailMessages.createdAt, sql`now() - make_interval(hours => ${hours})`),
  );
