/** Notifies an admin of reports to the state that wait for a person. The worker calls it; safe to repeat. */
import type { DomainEvent } from '#core/ground/events/event.ts';
import { mailFrame } from '#core/ground/mail/render-mail.server.ts';
import { readAdminToNotify } from '#core/ground/notifications/admins-queries.server.ts';
import { type NotificationRow, notify } from '#core/ground/notifications/notify.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { TASKS_MESSAGE, TasksMail, type TasksMailSubject, tasksTitle } from './tasks-mail.tsx';

const PAGE = '/admin/state-tracking/tasks';

const row: NotificationRow<TasksMailSubject> = {
  title: tasksTitle,
  message: () => TASKS_MESSAGE,
  mail: (subject) => <TasksMail {...subject} />,
  path: ({ path }) => path,
};

/** Sends nothing to a person who is no longer an admin. */
export async function notifyOfStateTasks(
  eventId: string,
  { userId, tasks }: Extract<DomainEvent, { kind: 'state-tasks-waiting' }>,
): Promise<void> {
  const admin = await readAdminToNotify(userId);
  if (!admin) return;
  const settings = await readSettings();
  await notify(eventId, 'state-tasks-waiting', { userId, email: admin.email }, row, {
    ...{ frame: mailFrame(settings, false), name: admin.name, tasks, path: PAGE },
  });
}
