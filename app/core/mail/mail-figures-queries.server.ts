/** Counts mail for those who watch the shop. */
import { gt, sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { mailMessages } from '#db/schema/mail.ts';

/**
 * Mails of the last two days that wait, and of the last day that failed for good. Reads by the index on their time, so it
 * costs what two days of mail cost. For the shop's operator; it says nothing about any mail.
 */
export async function readMailFigures(): Promise<{ waiting: number; failed: number }> {
  const { status, createdAt } = mailMessages;
  const [row] = await database()
    .select({
      waiting: sql<number>`(count(*) filter (where ${status} = 'waiting'))::int`,
      failed: sql<number>`(count(*) filter (where ${status} = 'failed' and ${createdAt} > now() - interval '1 day'))::int`,
    })
    .from(mailMessages)
    .where(gt(createdAt, sql`now() - interval '2 days'`));
  return row ?? { waiting: 0, failed: 0 };
}
