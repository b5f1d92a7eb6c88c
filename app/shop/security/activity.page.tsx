/** /activity: Activity History. Guests are asked to sign in, see why, and come back. */

import { requireSignedIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { loginPath } from '#core/accounts/identity/sessions/return-path.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { activityList } from '#core/ground/activity/activity.ts';
import { readActivity } from '#core/ground/activity/activity-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
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
