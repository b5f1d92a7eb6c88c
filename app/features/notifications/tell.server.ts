/** Tells a person what a fact means for them: in the bell, by mail, once each. */
import { eq } from 'drizzle-orm';
import { database, inTransaction } from '#db/client.ts';
import { userPreferences } from '#db/schema/customers.ts';
import { notifications } from '#db/schema/notifications.ts';
import { queueMail } from '#features/mail/queue-mail.server.ts';
import type { MailContent } from '#features/mail/render-mail.server.ts';
import { newId } from '#kernel/ids.ts';
import { defaultPreferences, type NotificationType, type Preferences, waysFor } from './notification-rule.ts';

export type Message = {
  factId: string;
  userId: string;
  type: NotificationType;
  title: string;
  message: string;
  mail: { template: string; recipient: string; subject: string; render: () => Promise<MailContent> };
};

/** Notification and mail in one transaction. Told again, nothing happens: both are keyed by the fact. */
export async function tell(message: Message): Promise<void> {
  const { factId, userId, type, title } = message;
  const ways = waysFor(type, await readPreferences(userId));
  if (!ways.bell && !ways.mail) return;
  const { template, recipient, subject, render } = message.mail;
  const content = ways.mail ? await render() : null;
  await inTransaction(async (tx) => {
    if (ways.bell) {
      await tx
        .insert(notifications)
        .values({ id: newId(), userId, factId, type, title, message: message.message })
        .onConflictDoNothing();
    }
    if (content) await queueMail(tx, { dedupeKey: `${factId}:${template}`, recipient, subject, ...content });
  });
}

/** What a person wants to hear; the defaults when they never chose. */
async function readPreferences(userId: string): Promise<Preferences> {
  const [stored] = await database().select().from(userPreferences).where(eq(userPreferences.userId, userId));
  return stored ?? defaultPreferences;
}
