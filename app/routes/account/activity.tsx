/** /activity: Activity History. Guests are sent to sign in, told why, and come back. */
import { actorContext } from '#features/access/actor-context.ts';
import { activityList } from '#features/activity/activity.ts';
import { readActivity } from '#features/activity/activity-queries.server.ts';
import { ActivityPage } from '#features/activity/ui/activity-page.tsx';
import { requireSignedIn } from '#features/identity/guards.server.ts';
import { loginPath } from '#features/identity/return-path.ts';
import { storeClock } from '#features/settings/store-clock.server.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { pageMeta } from '#shell/page-meta.ts';
import type { Route } from './+types/activity';

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
