/** Saves mail in the transaction that causes it; the worker sends it later. */
import { sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { placeholders, statement } from '#db/statement.ts';
import { newId } from '#kernel/ids.ts';
import type { MailLinkTarget } from '#kernel/statuses.ts';
import { enqueue } from '#platform/jobs.ts';
import type { OutgoingMail } from '#platform/outgoing/mail.ts';
import { encrypt } from '#platform/secrets/secrets.ts';
import { accountLetterJob, type bulkJob, mailJob } from './sending-jobs.ts';

export type QueuedMail = {
  /** One message per key, however often it is queued. */
  dedupeKey: string;
  recipient: string;
  subject: string;
  html: string;
  text: string;
  /** The account it is about; missing for people without one. */
  accountId?: string;
  /** Makes it a private mail, and says what the link opens. `PRIVATE_LINK` marks the link's place in the text. */
  privateLink?: { url: string; opens: MailLinkTarget };
  /** To a person whose account is deleted: text and address are deleted once it is delivered. */
  isLast?: boolean;
  /** For promotional mail: the one-click unsubscribe address (RFC 8058). */
  unsubscribeUrl?: string;
  /** An event for the reader's calendar. */
  invitation?: OutgoingMail['invitation'];
  /** About an account: sent before all other mail. */
  isAccountMail?: boolean;
  /** One of many with the same text: the queue, the person and the event. */
  inBulk?: { queue: typeof bulkJob; eventId: string; userId: string };
};

const {
  id,
  dedupeKey,
  recipient,
  subject,
  html,
  text,
  isPrivate,
  linkEncrypted,
  linkOpens,
  accountId,
  unsubscribeUrl,
  invitation,
} = placeholders(
  ...(['id', 'dedupeKey', 'recipient', 'subject', 'html', 'text', 'isPrivate'] as const),
  ...(['linkEncrypted', 'linkOpens', 'accountId', 'unsubscribeUrl', 'invitation'] as const),
);
const writeMail = statement<{ id: string }>(sql`
  insert into mail_messages (id, dedupe_key, recipient, subject, html, text, is_private, link_encrypted, link_opens,
    account_id, unsubscribe_url, invitation)
  values (${id}, ${dedupeKey}, ${recipient}, ${subject}, ${html}, ${text}, ${isPrivate}, ${linkEncrypted},
    ${linkOpens}, ${accountId}, ${unsubscribeUrl}, ${invitation})
  on conflict (dedupe_key) do nothing returning id`);

/** Queues a message in `tx` and returns its id; null when its `dedupeKey` is already queued, which changes nothing. */
export async function queueMail(
  tx: Transaction,
  { privateLink, isLast = false, isAccountMail = false, inBulk, invitation = null, ...mail }: QueuedMail,
): Promise<string | null> {
  const id = newId<string>();
  const linkEncrypted = privateLink === undefined ? null : encrypt(privateLink.url, linkContext(id));
  const [written] = await writeMail(tx, {
    id,
    unsubscribeUrl: null,
    accountId: null,
    ...mail,
    subject: onOneLine(mail.subject),
    isPrivate: linkEncrypted !== null || isLast,
    linkEncrypted,
    linkOpens: privateLink?.opens ?? null,
    invitation: invitation && JSON.stringify(invitation),
  });
  if (!written) return null;
  const { id: mailId } = written;
  if (inBulk) {
    const { queue, ...about } = inBulk;
    await enqueue(tx, queue, { channel: 'email', ...about, mailId });
  } else await enqueue(tx, isAccountMail ? accountLetterJob : mailJob, { mailId });
  return written.id;
}

/** Binds an encrypted link to its message. */
export function linkContext(mailId: string): string {
  return `mail-link:${mailId}`;
}

/** Subjects contain names of people and products; a line break there would start another header. */
function onOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
