/** Notifies people of every change to how they sign in to their account. The worker calls it; safe to repeat. */
import { eq } from 'drizzle-orm';
import type { SecurityChange } from '#core/ground/events/event.ts';
import { mailFrame } from '#core/ground/mail/render-mail.server.ts';
import { type NotificationRow, notify } from '#core/ground/notifications/notify.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database } from '#db/client.ts';
import { events } from '#db/schema/events.ts';
import { users } from '#db/schema/identity.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { securityWords } from '../security-change.ts';
import { SecurityMail, type SecurityMailSubject } from './security-mail.tsx';

const row: NotificationRow<SecurityMailSubject> = {
  title: ({ title }) => title,
  message: ({ message }) => message,
  mail: (subject) => <SecurityMail {...subject} />,
  path: () => '/security',
};

export async function notifyOfSecurity(
  eventId: string,
  { userId, change, device }: { userId: string; change: SecurityChange; device: string },
): Promise<void> {
  const [user] = await database()
    .select({ email: users.email, name: users.name })
    .from(users)
    .where(eq(users.id, userId));
  const [event] = await database()
    .select({ createdAt: events.createdAt })
    .from(events)
    .where(eq(events.id, eventId));
  if (!user || !event) return;
  const settings = await readSettings();
  await notify(eventId, 'security', { userId, email: user.email }, row, {
    frame: mailFrame(settings, false),
    name: user.name,
    ...securityWords[change],
    at: formatDateTime(instantOf(event.createdAt), settings.store.zone),
    device,
  });
}
