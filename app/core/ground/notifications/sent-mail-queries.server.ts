/** Reads the list of sent mail: mail that was sent, waits, or stays unsent because no mail server is configured. */
import { and, eq, ilike } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { byMoment, type KeysetPage, readKeysetPage } from '#db/keyset.ts';
import { mailMessages } from '#db/schema/mail.ts';
import type { MailStatus } from '#kernel/statuses.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import type { SentMailListState } from './sent-mail-list.ts';

export type SentMailLine = {
  id: string;
  recipient: string;
  subject: string;
  status: MailStatus;
  /** When it was written, formatted in the store's zone. */
  at: string;
};

const PAGE = 25;

/** `recipient` is a part of the address, in any case. null for people who may not read it. */
export async function readSentMailList(
  actor: Actor,
  { filters, sort, position }: SentMailListState,
  zone: string,
): Promise<KeysetPage<SentMailLine> | null> {
  if (!may(actor, 'sent-mail.read')) return null;
  const { recipient, status } = filters;
  const page = await readKeysetPage(
    byMoment(mailMessages.createdAt, mailMessages.id, sort.startsWith('-')),
    position,
    PAGE,
    ({ where, orderBy, limit, key }) =>
      database()
        .select({
          id: mailMessages.id,
          recipient: mailMessages.recipient,
          subject: mailMessages.subject,
          status: mailMessages.status,
          createdAt: mailMessages.createdAt,
          key,
        })
        .from(mailMessages)
        .where(
          and(
            where,
            recipient
              ? ilike(mailMessages.recipient, `%${recipient.replaceAll(/[\\%_]/g, '\\$&')}%`)
              : undefined,
            status ? eq(mailMessages.status, status as MailStatus) : undefined,
          ),
        )
        .orderBy(...orderBy)
        .limit(limit),
  );
  return {
    ...page,
    rows: page.rows.map(({ createdAt, ...row }) => ({
      ...row,
      at: formatDateTime(instantOf(createdAt), zone),
    })),
  };
}
