/**
 * Notifies one person of one event by every channel they want: bell and mail in one transaction, a delivery
 * row for each. Notified again, nothing happens: all of it is keyed by the event.
 */
import { eq } from 'drizzle-orm';
import type { ReactElement } from 'react';
import { database, inTransaction } from '#db/client.ts';
import { userPreferences } from '#db/schema/customers.ts';
import { deliveries, notifications } from '#db/schema/notifications.ts';
import { queueMail } from '#features/mail/queue-mail.server.ts';
import { renderMail } from '#features/mail/render-mail.server.ts';
import { newId } from '#kernel/ids.ts';
import type { NotificationType } from '#kernel/statuses.ts';
import { channelsFor, defaultPreferences, type Preferences } from './notification-rule.ts';

/**
 * One row of a table of notifications: what an event says, and in which mail. `S` is what it speaks of. A new
 * notification is one row, one template and one test.
 */
export type NotificationRow<S> = {
  type: NotificationType;
  title(subject: S): string;
  message(subject: S): string;
  mail(subject: S): ReactElement;
  /** The mail's subject where it is not the title. */
  mailSubject?(subject: S): string;
  /** False where what happened is past by now, and saying it would be wrong. */
  isCurrent?(subject: S): boolean;
  /** Asked for by the person or by staff: mail alone, whatever the preferences say. */
  isRequested?: boolean;
  /** About the safety of the account: bell and mail, whatever the preferences say. */
  isSecurity?: boolean;
};

export type Recipient = { userId: string; email: string };

export async function notify<S>(
  eventId: string,
  recipient: Recipient,
  row: NotificationRow<S>,
  subject: S,
): Promise<void> {
  if (row.isCurrent && !row.isCurrent(subject)) return;
  const { userId, email } = recipient;
  const wanted = row.isRequested
    ? { bell: false, mail: true }
    : row.isSecurity
      ? { bell: true, mail: true }
      : channelsFor(row.type, await readPreferences(userId));
  if (!wanted.bell && !wanted.mail) return;
  const title = row.title(subject);
  const content = wanted.mail ? await renderMail(row.mail(subject)) : null;
  await inTransaction(async (tx) => {
    if (wanted.bell) {
      await tx
        .insert(notifications)
        .values({
          id: newId(),
          userId,
          eventId: eventId,
          type: row.type,
          title,
          message: row.message(subject),
        })
        .onConflictDoNothing();
      await tx
        .insert(deliveries)
        .values({ id: newId(), eventId, userId, channel: 'bell', title, status: 'sent' })
        .onConflictDoNothing();
    }
    if (!content) return;
    const mailId = await queueMail(tx, {
      dedupeKey: `${eventId}:${userId}`,
      recipient: email,
      subject: row.mailSubject?.(subject) ?? title,
      ...content,
    });
    if (mailId)
      await tx
        .insert(deliveries)
        .values({ id: newId(), eventId, userId, channel: 'email', title, mailId })
        .onConflictDoNothing();
  });
}

/** What a person wants to hear; the defaults when they never chose. */
async function readPreferences(userId: string): Promise<Preferences> {
  const [stored] = await database().select().from(userPreferences).where(eq(userPreferences.userId, userId));
  return stored ?? defaultPreferences;
}
