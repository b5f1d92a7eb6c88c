/** /notifications: all of a person's notifications, newest first. Opening one marks it read and leads to its page. */
import { redirect } from 'react-router';
import { requireSignedIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { markAllRead, markRead } from '#core/ground/notifications/mark-read.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/notifications.page';
import { notificationList } from './notification-list.ts';
import { readNotificationPage, unreadCount } from './notifications-queries.server.ts';
import { NotificationsPage } from './notifications-view.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Notifications' });

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const actor = requireSignedIn(context, request);
  const state = notificationList.parse(url.searchParams);
  const { zone } = await storeClock();
  const [page, unread] = await Promise.all([readNotificationPage(actor, state, zone), unreadCount(actor)]);
  return { userId: actor.userId, state, page, unread };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const actor = requireSignedIn(context, request);
  const form = await requestForm(request);
  const back = `/notifications${url.search}`;
  if (form.get('intent') === 'read-all') {
    await markAllRead(actor);
    return redirect(back);
  }
  const marked = await markRead(actor, String(form.get('id') ?? ''));
  if (!marked) return redirectWithFlash('/notifications', 'Notification not found.', 'error');
  return redirect(marked.path ?? back);
}

export default function Notifications({ loaderData }: Route.ComponentProps) {
  const { userId, state, page, unread } = loaderData;
  useLive([`user:${userId}`]);
  return <NotificationsPage state={state} page={page} unread={unread} />;
}
