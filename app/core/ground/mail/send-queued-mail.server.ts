/** Sends one queued message. Safe to repeat: a message that no longer waits stays unchanged. */
import { and, eq, sql } from 'drizzle-orm';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database } from '#db/client.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { statement } from '#db/statement.ts';
import type { MailStatus } from '#kernel/statuses.ts';
import { sliceSafe } from '#kernel/text.ts';
import { log } from '#platform/log.ts';
import { handOverMail, isRefusedForGood, type OutgoingMail } from '#platform/outgoing/mail.ts';
import { decrypt } from '#platform/secrets/secrets.ts';
import { withLink } from './private-link.ts';
import { wiped } from './purge-mail.server.ts';
import { linkContext } from './queue-mail.server.ts';

type WaitingMail = Omit<OutgoingMail, 'isAccountMail' | 'replyTo'> & {
  status: MailStatus;
  isPrivate: boolean;
  linkEncrypted: string | null;
};
const ofMail = sql`id = ${sql.placeholder('id')}::uuid`;
const readMail = statement<WaitingMail>(sql`
  select id, recipient, subject, html, text, status, is_private as "isPrivate", link_encrypted as "linkEncrypted",
    unsubscribe_url as "unsubscribeUrl", invitation
  from mail_messages where ${ofMail}`);
/** For a mail whose text stays stored: nearly every one. */
const markSent = statement(sql`
  update mail_messages set status = 'sent', attempts = attempts + 1, last_error = null, sent_at = now()
  where ${ofMail}`);

/**
 * Sends the message; replies go to the store's email address. A permanently refused recipient ends as 'failed'. Deletes the text and the link of a private mail
 * that needs no further try; only without a mail server do they stay, to be read.
 * @param isAccountMail sends it over the connections reserved for account mail
 * @throws when the server cannot be reached or does not accept it now; the job then retries.
 */
export async function sendQueuedMail(id: string, isAccountMail = false): Promise<void> {
  const [message] = await readMail(database(), { id });
  if (message?.status !== 'waiting') return;
  const { linkEncrypted, isPrivate } = message;
  const words = linkEncrypted ? withLink(message, decrypt(linkEncrypted, linkContext(id))) : message;
  const attempted = { attempts: sql`${mailMessages.attempts} + 1` };
  const done = { ...attempted, ...(isPrivate ? wiped() : {}) };
  try {
    const { name, email: address } = (await readSettings()).store;
    const replyTo = address === '' ? null : { name, address };
    const status = await handOverMail({ ...message, ...words, replyTo, isAccountMail });
    if (status === 'sent' && !isPrivate) await markSent(database(), { id });
    else
      await database()
        .update(mailMessages)
        .set(
          status === 'sent'
            ? { ...done, status, lastError: null, sentAt: sql`now()` }
            : { ...attempted, status, lastError: null },
        )
        .where(eq(mailMessages.id, id));
  } catch (error) {
    const refused = isRefusedForGood(error);
    const reason = error instanceof Error ? error.message : String(error);
    await database()
      .update(mailMessages)
      .set({
        ...(refused ? done : attempted),
        status: refused ? 'failed' : 'waiting',
        lastError: sliceSafe(reason, 500),
        refusedAt: sql`now()`,
      })
      .where(eq(mailMessages.id, id));
    if (!refused) throw error;
    log.warn({ mail: id, reason }, 'a recipient was refused for good');
  }
}

/** Cancels a message that still waits; a sent one stays unchanged. */
export async function withdrawMail(id: string, reason: string): Promise<void> {
  await database()
    .update(mailMessages)
    .set({ status: 'failed', lastError: reason })
    .where(and(eq(mailMessages.id, id), eq(mailMessages.status, 'waiting')));
}
