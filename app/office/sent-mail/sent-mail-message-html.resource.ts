/** Serves a sent message for the frame on its page. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readSentMail } from '#core/ground/notifications/read-sent-mail.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { mailDocument } from '../kit/mail-document.ts';
import type { Route } from './+types/sent-mail-message-html.resource';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'sent-mail.read', request);
  const message = await readSentMail(actor, params.id, (await storeClock()).zone);
  if (!message) return new Response('Message not found.', { status: 404 });
  return mailDocument(message.html);
}
