/** A message as mail clients show it, for the frame on the page of sent mail: no scripts, no forms, nothing from elsewhere. */
import { requirePermission } from '#features/identity/guards.server.ts';
import { readSentMail } from '#features/notifications/read-sent-mail.server.ts';
import { storeClock } from '#features/settings/store-clock.server.ts';
import type { Route } from './+types/sent-mail-message-html';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'sent-mail.read', request);
  const message = await readSentMail(actor, params.id, (await storeClock()).zone);
  if (!message) return new Response('There is no such message.', { status: 404 });
  return new Response(message.html.replace('<head>', '<head><base target="_blank">'), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      // Mail carries its styles inline, so this one document may; it may do nothing else.
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
      'X-Frame-Options': 'SAMEORIGIN',
      'Cache-Control': 'no-store',
    },
  });
}
