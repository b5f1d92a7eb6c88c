/** Renders the layout of every settings section: the sections at the side, on narrow screens in a row above. */
import { useRef } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { requirePermission } from '#core/identity/sessions/guards.server.ts';
import { BackLink } from '#ui/page-head.tsx';
import { useCurrentInSight } from '#ui/use-current-in-sight.ts';
import type { Route } from './+types/settings-layout';
import { settingsScreens } from './settings-screens.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  requirePermission(context, 'settings.manage', request);
  return null;
}

export const meta: Route.MetaFunction = ({ location }) => {
  const screen = screenAt(location.pathname);
  return [{ title: `${screen?.label ?? 'Settings'} · Settings · Admin` }];
};

const screenAt = (pathname: string) =>
  settingsScreens.find(({ path }) => pathname.toLowerCase() === `/admin/settings/${path}`);

export default function SettingsLayout() {
  const { pathname } = useLocation();
  const screen = screenAt(pathname);
  const list = useRef<HTMLUListElement>(null);

  useCurrentInSight(list);

  return (
    <div className="xl:grid xl:grid-cols-[13rem_minmax(0,1fr)] xl:gap-x-10">
      <nav aria-label="Settings" className="mb-4 print:hidden">
        <ul
          ref={list}
          className="-mx-4 -my-1.5 flex gap-x-1 overflow-x-auto px-4 py-1.5 noscript:flex-wrap xl:sticky xl:top-6 xl:-mx-1.5 xl:max-h-[calc(100dvh-2.25rem)] xl:flex-col xl:px-1.5"
        >
          {settingsScreens.map(({ path, label }) => (
            <li key={path} className="shrink-0">
              <NavLink
                to={`/admin/settings/${path}`}
                className="flex min-h-11 items-center rounded-control px-3 whitespace-nowrap hover:bg-spruce-100 aria-[current=page]:bg-spruce-100 aria-[current=page]:font-medium"
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0 max-w-3xl">
        <BackLink to="/admin/settings" label="Settings" />
        {screen ? (
          <div className="mb-6">
            <h1 className="text-2xl">{screen.label}</h1>
            <p className="mt-1 text-ink-soft">{screen.description}</p>
          </div>
        ) : null}
        <Outlet />
      </div>
    </div>
  );
}
