/** Notifies an admin of an incident that opened or closed. The worker calls it; safe to repeat. */
import { eq } from 'drizzle-orm';
import { mailFrame } from '#core/ground/mail/render-mail.server.ts';
import { readAdminToNotify } from '#core/ground/notifications/admins-queries.server.ts';
import { type NotificationRow, notify } from '#core/ground/notifications/notify.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database } from '#db/client.ts';
import { incidents } from '#db/schema/operations.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { partLabels } from '../watch/incident.ts';
import { IncidentMail, type IncidentMailSubject, incidentTitle } from './incident-mail.tsx';

const PAGE = '/admin/operations';

const row: NotificationRow<IncidentMailSubject> = {
  title: incidentTitle,
  message: ({ text, openedAt, closedAt }) =>
    closedAt === null ? text : `It began ${openedAt} and has been fine for a while.`,
  mail: (subject) => <IncidentMail {...subject} />,
  path: () => PAGE,
};

type Told = { kind: 'incident-opened' | 'incident-closed'; userId: string; incidentId: string };

/** Sends nothing to a person who is no longer an admin. */
export async function notifyOfIncident(eventId: string, { kind, userId, incidentId }: Told): Promise<void> {
  const [[incident], admin] = await Promise.all([
    database().select().from(incidents).where(eq(incidents.id, incidentId)),
    readAdminToNotify(userId),
  ]);
  if (!incident || !admin) return;
  const settings = await readSettings();
  const words = (at: Date) => formatDateTime(instantOf(at), settings.store.zone);
  const closedAt = kind === 'incident-closed' && incident.closedAt ? words(incident.closedAt) : null;
  await notify(eventId, kind, { userId, email: admin.email }, row, {
    frame: mailFrame(settings, false),
    name: admin.name,
    label: partLabels[incident.part],
    text: incident.text,
    openedAt: words(incident.openedAt),
    closedAt,
    path: PAGE,
  });
}
