/** Notifies an admin that someone changed a connection of the shop. The worker calls it; safe to repeat. */
import { eq } from 'drizzle-orm';
import type { DomainEvent } from '#core/ground/events/event.ts';
import { mailFrame } from '#core/ground/mail/render-mail.server.ts';
import { readAdminToNotify } from '#core/ground/notifications/admins-queries.server.ts';
import { type NotificationRow, notify } from '#core/ground/notifications/notify.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database } from '#db/client.ts';
import { users } from '#db/schema/identity.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { connectionChangeTitle, pageOfConnection, whyItMatters } from '../connection-change.ts';
import { ConnectionMail, type ConnectionMailSubject } from './connection-mail.tsx';

const row: NotificationRow<ConnectionMailSubject> = {
  title: ({ title }) => title,
  message: ({ by, at, why }) => `By ${by}, ${at}. ${why}`,
  mail: (subject) => <ConnectionMail {...subject} />,
  path: ({ path }) => path,
};

/** Sends nothing to a person who is no longer an admin. */
export async function notifyOfConnection(
  eventId: string,
  { userId, connection, change, byId, at }: Extract<DomainEvent, { kind: 'connection-changed' }>,
): Promise<void> {
  const [admin, [by]] = await Promise.all([
    readAdminToNotify(userId),
    database().select({ name: users.name }).from(users).where(eq(users.id, byId)),
  ]);
  if (!admin) return;
  const settings = await readSettings();
  await notify(eventId, 'connection-changed', { userId, email: admin.email }, row, {
    frame: mailFrame(settings, false),
    name: admin.name,
    title: connectionChangeTitle(connection, change),
    why: whyItMatters(connection),
    by: by?.name ?? 'A deleted account',
    at: formatDateTime(instantOf(new Date(at)), settings.store.zone),
    path: pageOfConnection(connection),
  });
}
