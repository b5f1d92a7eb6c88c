/** Notifies an admin that something of a day stands out. The worker calls it; safe to repeat. */
import type { DomainEvent } from '#core/ground/events/event.ts';
import { mailFrame } from '#core/ground/mail/render-mail.server.ts';
import { readAdminToNotify } from '#core/ground/notifications/admins-queries.server.ts';
import { type NotificationRow, notify } from '#core/ground/notifications/notify.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { formatDate, parseDate } from '#kernel/time.ts';
import { StoodOutMail, type StoodOutSubject, stoodOutMessage, stoodOutTitle } from './stood-out-mail.tsx';

const row: NotificationRow<StoodOutSubject> = {
  title: stoodOutTitle,
  message: stoodOutMessage,
  mail: (subject) => <StoodOutMail {...subject} />,
  path: ({ path }) => path,
};

/** Sends nothing to a person who is no longer an admin. */
export async function notifyOfWhatStoodOut(
  eventId: string,
  { userId, day, people }: Extract<DomainEvent, { kind: 'stood-out' }>,
): Promise<void> {
  const admin = await readAdminToNotify(userId);
  if (!admin) return;
  const settings = await readSettings();
  const date = parseDate(day);
  await notify(eventId, 'stood-out', { userId, email: admin.email }, row, {
    ...{ frame: mailFrame(settings, false), name: admin.name, people },
    ...{ day: date ? formatDate(date) : day, path: `/admin/what-went-on?day=${day}` },
  });
}
