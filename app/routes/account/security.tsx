/** /security: how one signs in, and where one is signed in. Each section is a component of its own. */
import { requireSignedIn } from '#features/identity/guards.server.ts';
import { readSessions } from '#features/identity/session-list-queries.server.ts';
import { SessionList } from '#features/identity/ui/session-list.tsx';
import { storeClock } from '#features/settings/store-clock.server.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { PageHead } from '#ui/page-head.tsx';
import type { Route } from './+types/security';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Security' });

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSignedIn(context, request);
  const { zone } = await storeClock();
  return { sessions: await readSessions(actor, zone) };
}

export default function Security({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Security"
        intro="How you sign in, and where you are signed in. We write to you whenever something here changes."
      />
      <SessionList sessions={loaderData.sessions} />
    </>
  );
}
