/** Renders the layout of the back office: a sidebar with all screens, the palette, a link to the shop, sign-out. */
import { data, Outlet, useLocation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { may } from '#core/ground/access/actor.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { DASHBOARD, ErrorPage, errorTitle, statusOf } from '#core/ground/frame/error-view.tsx';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { rehearsalSince } from '#core/running/rehearsals/rehearsals-queries.server.ts';
import { RehearsalBanner } from '#core/running/rehearsals/ui/rehearsal-banner.tsx';
import { clearFlashCookie, readFlash } from '#platform/requests/flash.ts';
import { readLasting } from '#platform/requests/lasting-message.ts';
import { AdminNotFound, adminNotFoundTitle, adminNotFoundWords } from '../kit/admin-not-found.tsx';
import { readOrNull } from '../kit/read-list.server.ts';
import type { Route } from './+types/admin-layout';
import { adminCommands } from './admin-commands.ts';
import { Frame } from './office-frame.tsx';
import { readWaiting } from './waiting-queries.server.ts';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  // Only staff get the office's own 404: for everyone else an unknown path here is like any other.
  const isUnknownPath = '*' in params;
  if (isUnknownPath && !may(context.get(actorContext), 'backoffice.enter')) throw data(null, { status: 404 });
  const actor = requirePermission(context, 'backoffice.enter', request);
  const flash = readFlash(request);
  const { store } = await readSettings();
  return data(
    {
      farmName: store.name,
      rehearsal: await rehearsalSince(),
      name: actor.name,
      role: actor.role,
      flash,
      lasting: readLasting(request),
      waiting: (await readOrNull('the counts of the sidebar', readWaiting(actor, store.zone))) ?? {},
      commands: adminCommands.filter(({ needs }) => needs === undefined || may(actor, needs)),
    },
    { headers: flash ? { 'Set-Cookie': clearFlashCookie } : {} },
  );
}

export const meta: Route.MetaFunction = ({ error, loaderData, location }) => [
  { name: 'robots', content: 'noindex' },
  ...(error ? [{ title: titleOf(error, loaderData ? location.pathname : null) }] : []),
];

/** @param pathname null for users who may not see the office. */
function titleOf(error: unknown, pathname: string | null): string {
  const isNotFound = pathname !== null && statusOf(error) === 404;
  return isNotFound ? adminNotFoundTitle(adminNotFoundWords(pathname)) : errorTitle(error);
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame {...loaderData}>
      <RehearsalBanner since={loaderData.rehearsal} />
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const { pathname } = useLocation();
  const status = statusOf(error);
  if (!loaderData)
    return (
      <main className="grid min-h-dvh place-items-center">
        <ErrorPage status={status} home={DASHBOARD} />
      </main>
    );
  return (
    <Frame {...loaderData}>
      {status === 404 ? (
        <AdminNotFound words={adminNotFoundWords(pathname)} />
      ) : (
        <ErrorPage status={status} home={DASHBOARD} />
      )}
    </Frame>
  );
}
