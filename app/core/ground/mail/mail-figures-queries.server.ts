/** Counts mail for those who watch the shop. */
import { and, desc, gt, isNotNull, sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { withoutPeople } from '#platform/error-for-log.ts';

export type MailFigures = {
  waiting: number;
  /** Seconds that the oldest one that is no promotion has waited; null if there is none. */
  oldestSeconds: number | null;
  /** Of the last day, for good. */
  failed: number;
  /** null if none was sent in two days. */
  lastSentAt: Date | null;
};

/** Reads by the index on their time, so it costs what two days of mail cost. */
const ofTwoDays = gt(mailMessages.createdAt, sql`now() - interval '2 days'`);

/**
 * Mails of the last two days that wait, and of the last day that failed for good. For the shop's operator; it says
 * nothing about any mail. A promotion to thousands may take its time, so it does not count as waiting long.
 */
export async function readMailFigures(): Promise<MailFigures> {
  const { status, createdAt, unsubscribeUrl, sentAt } = mailMessages;
  const [row] = await database()
    .select({
      waiting: sql<number>`(count(*) filter (where ${status} = 'waiting'))::int`,
      oldestSeconds: sql<
        number | null
      >`extract(epoch from now() - min(${createdAt}) filter (where ${status} = 'waiting' and ${unsubscribeUrl} is null))::float8`,
      failed: sql<number>`(count(*) filter (where ${status} = 'failed' and ${createdAt} > now() - interval '1 day'))::int`,
      lastSentAt: sql<Date | null>`max(${sentAt})`.mapWith(mailMessages.sentAt),
    })
    .from(mailMessages)
    .where(ofTwoDays);
  return row ?? { waiting: 0, oldestSeconds: null, failed: 0, lastSentAt: null };
}

/** When the mail server last refused a mail or did not answer, and its reason without addresses; null if not in two days. */
export async function lastRefusal(): Promise<{ at: Date; reason: string } | null> {
  const [row] = await database()
    .select({ at: mailMessages.refusedAt, reason: mailMessages.lastError })
    .from(mailMessages)
    .where(and(ofTwoDays, isNotNull(mailMessages.refusedAt)))
    .orderBy(desc(mailMessages.refusedAt))
    .limit(1);
  return row?.at ? { at: row.at, reason: withoutPeople(row.reason ?? '') } : null;
}
