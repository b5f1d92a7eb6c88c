/** Records what became of old mails with their deliveries: a recall shows it for longer than mail is stored. */
import { and, eq, lt, ne, sql } from 'drizzle-orm';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database } from '#db/client.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { deliveries } from '#db/schema/notifications.ts';

/** Runs before mail is deleted, and covers what is deleted in the next day. */
export async function recordMailStatus(): Promise<void> {
  const { mailDays } = (await readSettings()).compliance;
  await database()
    .update(deliveries)
    .set({ status: sql`${mailMessages.status}` })
    .from(mailMessages)
    .where(
      and(
        eq(deliveries.mailId, mailMessages.id),
        ne(mailMessages.status, 'waiting'),
        lt(mailMessages.createdAt, sql`now() - make_interval(days => ${mailDays - 1})`),
      ),
    );
}
