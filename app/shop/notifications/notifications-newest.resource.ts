/** The bell's panel: GET returns the ten newest and the unread count, POST marks one read (`id`) or all of them. */

import { BANNED } from '#core/accounts/identity/accounts/messages.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { markAllRead, markRead } from '#core/ground/notifications/mark-read.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import type { Route } from './+types/notifications-newest.resource';
import type { BellAnswer } from './bell.tsx';
import { newestNotifications, unreadCount } from './notifications-queries.server.ts';

const nothing: BellAnswer = { notifications: [], unread: 0 };

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  if (actor.kind === 'guest') return Response.json(nothing, { status: 401 });
  if (actor.isBanned) return Response.json(nothing, { status: 403 });
  const { zone } = await storeClock();
  const [notifications, unread] = await Promise.all([newestNotifications(actor, zone), unreadCount(actor)]);
  return Response.json({ notifications, unread } satisfies BellAnswer);
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  if (actor.kind === 'guest') return Response.json({ message: 'Please sign in.' }, { status: 401 });
  if (actor.isBanned) return Response.json({ message: BANNED }, { status: 403 });
  const form = await requestForm(request);
  const id = form.get('id');
  if (form.get('intent') === 'read-all') {
    await markAllRead(actor);
    return Response.json({ ok: true });
  }
  return typeof id === 'string' && (await markRead(actor, id))
    ? Response.json({ ok: true })
    : Response.json({ message: 'Notification not found.' }, { status: 404 });
}
