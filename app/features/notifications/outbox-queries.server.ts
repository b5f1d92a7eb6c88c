/** Reads the outbox: what was mailed, what waits, what is kept because no mail server is configured. */
import { desc, ilike, sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { mailMessages } from '#db/schema/notifications.ts';
import { type Actor, may } from '#features/access/actor.ts';
import type { MailStatus } from '#kernel/statuses.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';

export type OutboxLine = {
  id: string;
  recipient: string;
  subject: string;
  status: MailStatus;
  at: string;
};

export type Outbox = { lines: OutboxLine[]; page: number; hasNext: boolean };

const OUTBOX_PAGE = 25;

/** Newest first. `recipient` is a case-insensitive part of the address. null for those who may not read it. */
export async function readOutbox(
  actor: Actor,
  wish: { recipient: string; page: number },
  zone: string,
): Promise<Outbox | null> {
  if (!may(actor, 'outbox.read')) return null;
  const pattern = `%${wish.recipient.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const rows = await database()
    .select({
      id: mailMessages.id,
      recipient: mailMessages.recipient,
      subject: mailMessages.subject,
      status: mailMessages.status,
      createdAt: mailMessages.createdAt,
    })
    .from(mailMessages)
    .where(wish.recipient === '' ? sql`true` : ilike(mailMessages.recipient, pattern))
    .orderBy(desc(mailMessages.createdAt), desc(mailMessages.id))
    .limit(OUTBOX_PAGE + 1)
    .offset((wish.page - 1) * OUTBOX_PAGE);
  return {
    lines: rows
      .slice(0, OUTBOX_PAGE)
      .map(({ createdAt, ...row }) => ({ ...row, at: formatDateTime(instantOf(createdAt), zone) })),
    page: wish.page,
    hasNext: rows.length > OUTBOX_PAGE,
  };
}
