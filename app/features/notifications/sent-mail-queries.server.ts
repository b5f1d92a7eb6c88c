/** Reads the list of sent mail: what was mailed, what waits, what is kept because no mail server is configured. */
import { desc, ilike, sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { type Actor, may } from '#features/access/actor.ts';
import type { MailStatus } from '#kernel/statuses.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';

export type SentMailLine = {
  id: string;
  recipient: string;
  subject: string;
  status: MailStatus;
  at: string;
};

export type SentMailList = { lines: SentMailLine[]; page: number; hasNext: boolean };

const OUTBOX_PAGE = 25;

/** Newest first. `recipient` is a case-insensitive part of the address. null for those who may not read it. */
export async function readSentMailList(
  actor: Actor,
  input: { recipient: string; page: number },
  zone: string,
): Promise<SentMailList | null> {
  if (!may(actor, 'sent-mail.read')) return null;
  const pattern = `%${input.recipient.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const rows = await database()
    .select({
      id: mailMessages.id,
      recipient: mailMessages.recipient,
      subject: mailMessages.subject,
      status: mailMessages.status,
      createdAt: mailMessages.createdAt,
    })
    .from(mailMessages)
    .where(input.recipient === '' ? sql`true` : ilike(mailMessages.recipient, pattern))
    .orderBy(desc(mailMessages.createdAt), desc(mailMessages.id))
    .limit(OUTBOX_PAGE + 1)
    .offset((input.page - 1) * OUTBOX_PAGE);
  return {
    lines: rows
      .slice(0, OUTBOX_PAGE)
      .map(({ createdAt, ...row }) => ({ ...row, at: formatDateTime(instantOf(createdAt), zone) })),
    page: input.page,
    hasNext: rows.length > OUTBOX_PAGE,
  };
}
