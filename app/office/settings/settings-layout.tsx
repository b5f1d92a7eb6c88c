/** Renders the layout of every settings section: the sections at the side, on narrow screens in a menu above. */
import { useRef } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { may } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { BackLink } from '#ui/page-head.tsx';
import { useCurrentInSight } from '#ui/use-current-in-sight.ts';
import {
  type SettingsScreen,
  screenNeeds,
  settingsGroups,
  settingsScreens,
} from '../kit/settings-screens.ts';
import type { Route } from './+types/settings-layout';
import { useLinkedField } from './use-linked-field.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const screen = screenAt(new URL(request.url).pathname.replace(/\.data$/, ''));
  const actor = requirePermission(context, screen ? screenNeeds(screen) : 'settings.manage', request);
  const { isOpen } = (await readSettings()).opening;
  return { isOpen, hasAll: may(actor, 'settings.manage') };
}

export const meta: Route.MetaFunction = ({ location }) => {
  const screen = screenAt(location.pathname);
  return [{ title: `${screen?.label ?? 'Settings'} · Settings · Admin` }];
};

const screenAt = (pathname: string) =>
  settingsScreens.find(({ path }) => pathname.toLowerCase() === `/admin/settings/${path}`);

export default function SettingsLayout({ loaderData: { isOpen, hasAll } }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const screen = screenAt(pathname);
  useLinkedField();
  return (
    <div className={hasAll ? 'xl:grid xl:grid-cols-[14.5rem_minmax(0,1fr)] xl:gap-x-8' : undefined}>
      {hasAll ? <SettingsNav pathname={pathname} /> : null}
      <div className="settings min-w-0 max-w-3xl">
        {!hasAll ? (
          <BackLink to="/admin/dashboard" label="Dashboard" />
        ) : isOpen || pathname.endsWith('/opening') ? (
          <BackLink to="/admin/settings" label="Settings" />
        ) : (
          <BackLink to="/admin/settings/opening" label="Set-up" />
        )}
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

/** The sections at the side; on narrow screens in a menu above. */
function SettingsNav({ pathname }: { pathname: string }) {
  const menu = useRef<HTMLUListElement>(null);
  useCurrentInSight(menu);
  return (
    <nav aria-label="Settings" className="mb-4 print:hidden">
      <details key={pathname} className="rounded-surface border border-line xl:hidden">
        <summary className="min-h-11 px-4 py-3 font-medium">All settings</summary>
        <div className="grid gap-x-4 px-1 pb-3 sm:grid-cols-2 md:grid-cols-3">
          {Object.entries(settingsGroups).map(([group, label]) => (
            <div key={group} className="mt-2">
              <p id={`menu-${group}`} className="px-3 text-xs text-ink-soft">
                {label}
              </p>
              <ul aria-labelledby={`menu-${group}`} className="grid grid-cols-2 sm:grid-cols-1">
                {settingsScreens.filter((each) => each.group === group).map(sectionLink)}
              </ul>
            </div>
          ))}
        </div>
      </details>
      <ul
        ref={menu}
        className="sticky top-6 -mx-1.5 -my-1.5 hidden max-h-[calc(100dvh-2.25rem)] flex-col gap-x-1 overflow-y-auto px-1.5 py-1.5 xl:flex"
      >
        {settingsScreens.map(sectionLink)}
      </ul>
    </nav>
  );
}

const sectionLink = ({ path, label }: SettingsScreen) => (
  <li key={path} className="shrink-0">
    <NavLink
      to={`/admin/settings/${path}`}
      className="flex min-h-11 items-center rounded-control px-3 hover:bg-spruce-100 aria-[current=page]:bg-spruce-100 aria-[current=page]:font-medium"
    >
      {label}
    </NavLink>
  </li>
);
