/** Notifies an admin of an endpoint that was turned off. The worker calls it; safe to repeat. */
import { eq } from 'drizzle-orm';
import { mailFrame } from '#core/ground/mail/render-mail.server.ts';
import { readAdminToNotify } from '#core/ground/notifications/admins-queries.server.ts';
import { type NotificationRow, notify } from '#core/ground/notifications/notify.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database } from '#db/client.ts';
import { webhookEndpoints } from '#db/schema/webhooks.ts';
import { stopWords } from '../webhook.ts';
import { WebhookMail, type WebhookMailSubject } from './webhook-mail.tsx';

const row: NotificationRow<WebhookMailSubject> = {
  title: () => 'A webhook was turned off',
  message: ({ endpoint, why }) => `${endpoint} no longer gets messages. ${why}`,
  mail: (subject) => <WebhookMail {...subject} />,
  path: ({ path }) => path,
};

/** Sends only what is still true: nothing if it is on again, and nothing to a person who is no longer an admin. */
export async function notifyOfWebhook(
  eventId: string,
  { userId, endpointId }: { userId: string; endpointId: string },
): Promise<void> {
  const [[endpoint], admin] = await Promise.all([
    database().select().from(webhookEndpoints).where(eq(webhookEndpoints.id, endpointId)),
    readAdminToNotify(userId),
  ]);
  if (!endpoint?.stopped || !admin) return;
  await notify(eventId, 'webhook-stopped', { userId, email: admin.email }, row, {
    frame: mailFrame(await readSettings(), false),
    name: admin.name,
    endpoint: endpoint.name,
    host: new URL(endpoint.url).host,
    why: stopWords[endpoint.stopped].sentence,
    path: `/admin/settings/webhooks/${endpointId}`,
  });
}
