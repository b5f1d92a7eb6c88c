/** The bell's panel: GET lists the ten newest, POST marks one read (`id`) or all of them. */
import { actorContext } from '#features/identity/actor-context.ts';
import { markAllRead, markRead } from '#features/notifications/mark-read.server.ts';
import { newestNotifications } from '#features/notifications/notifications-queries.server.ts';
import type { BellAnswer } from '#features/notifications/ui/bell.tsx';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import type { Route } from './+types/notifications';

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  if (actor.kind === 'guest')
    return Response.json({ notifications: [] } satisfies BellAnswer, { status: 401 });
  const { zone } = (await readSettings()).store;
  return Response.json({ notifications: await newestNotifications(actor.userId, zone) } satisfies BellAnswer);
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  if (actor.kind === 'guest') return Response.json({ message: 'Please sign in.' }, { status: 401 });
  const form = await request.formData();
  const id = form.get('id');
  if (form.get('intent') === 'read-all') {
    await markAllRead(actor.userId);
    return Response.json({ ok: true });
  }
  return typeof id === 'string' && (await markRead(actor.userId, id))
    ? Response.json({ ok: true })
    : Response.json({ message: 'There is no such notification.' }, { status: 404 });
}
