/** A message that was sent, for the frame on its page. */
import { requirePermission } from '#features/identity/guards.server.ts';
import { mailDocument } from '#features/mail/mail-document.ts';
import { readSentMail } from '#features/notifications/read-sent-mail.server.ts';
import { storeClock } from '#features/settings/store-clock.server.ts';
import type { Route } from './+types/sent-mail-message-html';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'sent-mail.read', request);
  const message = await readSentMail(actor, params.id, (await storeClock()).zone);
  if (!message) return new Response('There is no such message.', { status: 404 });
  return mailDocument(message.html);
}
