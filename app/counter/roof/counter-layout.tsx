/** Renders the layout of the counter: a bar, and nothing that is not needed beside a customer. */
import { data, Outlet } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readOutageBanner } from '#core/goods/stock/outage/open-outage-queries.server.ts';
import { BOARD, ErrorPage, errorTitle, messageOf, statusOf } from '#core/ground/frame/error-view.tsx';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { rehearsalSince } from '#core/running/rehearsals/rehearsals-queries.server.ts';
import { RehearsalBanner } from '#core/running/rehearsals/ui/rehearsal-banner.tsx';
import { systemClock } from '#kernel/time.ts';
import { clearFlashCookie, readFlash } from '#platform/requests/flash.ts';
import { serverOrCopy } from '../network/server-or-copy.ts';
import type { Route } from './+types/counter-layout';
import { CounterFrame } from './counter-frame.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const flash = readFlash(request);
  const [{ store, security }, outage, rehearsal] = await Promise.all([
    readSettings(),
    readOutageBanner(systemClock()),
    rehearsalSince(),
  ]);
  const idleMinutes = actor.byPin ? security.pinIdleMinutes : null;
  const { userId, name } = actor;
  return data(
    { farmName: store.name, userId, name, zone: store.zone, idleMinutes, outage, rehearsal, flash },
    { headers: flash ? { 'Set-Cookie': clearFlashCookie } : {} },
  );
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  serverOrCopy(serverLoader, ({ day: { farmName, owner, zone, idleMinutes } }) => ({
    ...{ farmName, zone, userId: owner.id, name: owner.name },
    // Of a copy from before a tablet knew it.
    idleMinutes: idleMinutes ?? null,
    outage: null,
    rehearsal: null,
    flash: null,
  }));

export const meta: Route.MetaFunction = ({ error }) => [
  { name: 'robots', content: 'noindex' },
  ...(error ? [{ title: errorTitle(error) }] : []),
];

export default function CounterLayout({ loaderData }: Route.ComponentProps) {
  return (
    <CounterFrame {...loaderData}>
      <RehearsalBanner since={loaderData.rehearsal} />
      <Outlet />
    </CounterFrame>
  );
}

const NEEDS_NETWORK = 'This page needs the network. The board and today’s orders do not: open the board.';

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const status = statusOf(error);
  const page = (
    <ErrorPage status={status} message={status === 0 ? NEEDS_NETWORK : messageOf(error)} home={BOARD} />
  );
  return loaderData ? (
    <CounterFrame {...loaderData}>{page}</CounterFrame>
  ) : (
    <main className="grid min-h-dvh place-items-center">{page}</main>
  );
}
