/** What every section of the settings stands in: the sections at the side, on narrow screens in a row above. */
import { useRef } from 'react';
import { Link, NavLink, Outlet, useLocation } from 'react-router';
import { requirePermission } from '#features/identity/guards.server.ts';
import { settingsScreens } from '#features/settings/settings-screens.ts';
import { useCurrentInSight } from '#ui/use-current-in-sight.ts';
import type { Route } from './+types/settings-layout';

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
          className="-mx-4 flex gap-x-1 overflow-x-auto px-4 noscript:flex-wrap xl:sticky xl:top-6 xl:mx-0 xl:flex-col xl:px-0"
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
        <p className="mb-1">
          <Link
            to="/admin/settings"
            className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
          >
            Settings
          </Link>
        </p>
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
