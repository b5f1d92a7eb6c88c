/** Renders the layout of the counter: a bar, and nothing that is not needed beside a customer. */
import { data, Outlet } from 'react-router';
import { DASHBOARD, ErrorPage, errorTitle, statusOf } from '#core/frame/error-view.tsx';
import { requirePermission } from '#core/identity/sessions/guards.server.ts';
import { readSettings } from '#core/settings/settings-queries.server.ts';
import { clearFlashCookie, readFlash } from '#platform/requests/flash.ts';
import type { Route } from './+types/counter-layout';
import { CounterFrame } from './counter-frame.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const flash = readFlash(request);
  const { store } = await readSettings();
  return data(
    { farmName: store.name, name: actor.name, flash },
    { headers: flash ? { 'Set-Cookie': clearFlashCookie } : {} },
  );
}

export const meta: Route.MetaFunction = ({ error }) => [
  { name: 'robots', content: 'noindex' },
  ...(error ? [{ title: errorTitle(error) }] : []),
];

export default function CounterLayout({ loaderData }: Route.ComponentProps) {
  return (
    <CounterFrame {...loaderData}>
      <Outlet />
    </CounterFrame>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const page = <ErrorPage status={statusOf(error)} home={DASHBOARD} />;
  return loaderData ? (
    <CounterFrame {...loaderData}>{page}</CounterFrame>
  ) : (
    <main className="grid min-h-dvh place-items-center">{page}</main>
  );
}
