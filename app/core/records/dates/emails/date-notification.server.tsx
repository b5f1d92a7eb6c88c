/** Notifies an admin of an upcoming date. The worker calls it; safe to repeat. */
import { and, eq, isNull } from 'drizzle-orm';
import { mailFrame } from '#core/ground/mail/render-mail.server.ts';
import { readAdminToNotify } from '#core/ground/notifications/admins-queries.server.ts';
import { type NotificationRow, notify } from '#core/ground/notifications/notify.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { database } from '#db/client.ts';
import { storeDates } from '#db/schema/dates.ts';
import { formatDate, parseDate } from '#kernel/time.ts';
import { awayWords } from '../store-date.ts';
import { DateMail, type DateMailSubject } from './date-mail.tsx';

const PAGE = '/admin/settings/dates';

const row: NotificationRow<DateMailSubject> = {
  title: ({ due }) => `A date that matters: ${due}`,
  message: ({ title, due, away }) => `${title} is due ${away}, on ${due}.`,
  mail: (subject) => <DateMail {...subject} />,
  path: () => PAGE,
};

/**
 * Sends only what is still true: nothing about a date that is done or has moved, and nothing to a person who is no
 * longer an admin.
 */
export async function notifyOfDate(
  eventId: string,
  { userId, dateId, dueOn }: { userId: string; dateId: string; dueOn: string },
): Promise<void> {
  const [[date], admin] = await Promise.all([
    database()
      .select()
      .from(storeDates)
      .where(and(eq(storeDates.id, dateId), eq(storeDates.dueOn, dueOn), isNull(storeDates.doneAt))),
    readAdminToNotify(userId),
  ]);
  const due = parseDate(dueOn);
  if (!date || !admin || !due) return;
  const { today } = await storeClock();
  await notify(eventId, 'date-due', { userId, email: admin.email }, row, {
    frame: mailFrame(await readSettings(), false),
    name: admin.name,
    title: date.title,
    note: date.note,
    due: formatDate(due),
    away: awayWords(due, today),
    path: PAGE,
  });
}
