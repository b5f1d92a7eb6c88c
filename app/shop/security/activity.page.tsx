/** /activity: Activity History. Guests are asked to sign in, see why, and come back. */
import { actorContext } from '#core/access/actor-context.ts';
import { activityList } from '#core/activity/activity.ts';
import { readActivity } from '#core/activity/activity-queries.server.ts';
import { requireSignedIn } from '#core/identity/sessions/guards.server.ts';
import { loginPath } from '#core/identity/sessions/return-path.ts';
import { storeClock } from '#core/settings/store-clock.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { pageMeta } from '#shop/frame/page-meta.ts';
import type { Route } from './+types/activity.page';
import { ActivityPage } from './activity-view.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Activity History' });

export async function loader({ request, context, url }: Route.LoaderArgs) {
  if (context.get(actorContext).kind === 'guest') {
    throw redirectWithFlash(loginPath('/activity'), 'Please sign in to view your activity history.');
  }
  const actor = requireSignedIn(context, request);
  const state = activityList.parse(url.searchParams);
  return { state, page: await readActivity(actor, state, await storeClock()) };
}

export default function Activity({ loaderData }: Route.ComponentProps) {
  return <ActivityPage state={loaderData.state} page={loaderData.page} />;
}
