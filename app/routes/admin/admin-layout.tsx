/** The frame of the back office: a sidebar with the screens there are, the palette, the way back to the shop, sign-out. */
import { Store } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { data, Form, isRouteErrorResponse, Link, Outlet, useLocation } from 'react-router';
import { may } from '#features/access/actor.ts';
import type { FoundGroup } from '#features/admin-search/admin-search.ts';
import { requirePermission } from '#features/identity/guards.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { clearFlashCookie, readFlash } from '#platform/flash.ts';
import { type AdminCommand, adminCommands } from '#shell/admin-commands.ts';
import { adminScreens, screenAt } from '#shell/admin-screens.ts';
import { ErrorPage } from '#shell/error-page.tsx';
import { FlashMessage } from '#shell/flash-message.tsx';
import { buttonClass } from '#ui/button.tsx';
import { commandsFor } from '#ui/commands/command.ts';
import { CommandKeys, PaletteButton } from '#ui/commands/command-keys.tsx';
import type { LookUp } from '#ui/commands/look-up.ts';
import { ToastProvider } from '#ui/toast.tsx';
import { useCurrentInSight } from '#ui/use-current-in-sight.ts';
import type { Route } from './+types/admin-layout';

const lookUp: LookUp = {
  page: '/admin/search',
  what: 'orders, customers and products',
  find: async (typed, signal) => {
    const response = await fetch(`/admin/search/results?${new URLSearchParams({ q: typed })}`, { signal });
    // Whoever has been signed out is told so by the page that a choice leads to.
    if (!response.ok || response.redirected) return [];
    const { groups }: { groups: readonly FoundGroup[] } = await response.json();
    return groups;
  },
};

const icons = new Map(adminScreens.map(({ path, icon }) => [`/admin/${path}`, icon]));

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'backoffice.enter', request);
  const flash = readFlash(request);
  const { store } = await readSettings();
  return data(
    {
      farmName: store.name,
      name: actor.name,
      role: actor.role,
      flash,
      commands: adminCommands.filter(({ needs }) => needs === undefined || may(actor, needs)),
    },
    { headers: flash ? { 'Set-Cookie': clearFlashCookie } : {} },
  );
}

export const meta: Route.MetaFunction = () => [{ name: 'robots', content: 'noindex' }];

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame {...loaderData}>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return loaderData ? (
    <Frame {...loaderData}>
      <ErrorPage status={status} />
    </Frame>
  ) : (
    <ErrorPage status={status} />
  );
}

type FrameProps = Pick<
  Route.ComponentProps['loaderData'],
  'farmName' | 'name' | 'role' | 'flash' | 'commands'
>;

function Frame({ farmName, name, role, flash, commands, children }: FrameProps & { children: ReactNode }) {
  const screens = commandsFor(commands, 'menu', () => true);
  const at = screenAt(useLocation().pathname);
  const current = at && `/admin/${at.path}`;
  const menu = useRef<HTMLUListElement>(null);
  useCurrentInSight(menu);
  return (
    <ToastProvider>
      <CommandKeys commands={commands} lookUp={lookUp}>
        <a
          href="#content"
          className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:rounded-control focus:bg-surface focus:px-4 focus:py-2"
        >
          Skip to content
        </a>
        <div className="min-h-dvh bg-paper text-sm lg:grid lg:grid-cols-[15rem_1fr] print:block">
          <aside className="flex flex-col bg-spruce-900 text-white lg:sticky lg:top-0 lg:h-dvh print:hidden">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-5 pt-4 pb-2 lg:block lg:pt-6">
              <p className="font-display text-xl">Admin Dashboard</p>
              <p className="text-xs text-white/85">{farmName}</p>
            </div>
            <nav aria-label="Back office" className="px-3 pb-3 lg:flex-1 lg:pt-4">
              <ul ref={menu} className="flex gap-1 overflow-x-auto noscript:flex-wrap lg:flex-col">
                {screens.map((screen) => (
                  <li key={screen.id}>
                    <ScreenLink screen={screen} isCurrent={screen.to === current} />
                  </li>
                ))}
              </ul>
            </nav>
            <p className="hidden px-5 py-5 text-xs text-white/85 lg:block">
              {name}
              <br />
              {role === 'admin' ? 'Admin' : 'Staff'}
            </p>
          </aside>
          <div className="min-w-0">
            <header className="flex flex-wrap items-center justify-end gap-2 border-b border-line px-4 py-2 sm:px-8 print:hidden">
              <PaletteButton className="mr-auto -ml-3" />
              <Link to="/products" className={buttonClass('quiet', 'small', 'min-h-11')}>
                <Store aria-hidden="true" className="size-4" />
                <span className="max-sm:sr-only">Back to the shop</span>
              </Link>
              <Form method="post" action="/sign-out">
                <button type="submit" className={buttonClass('secondary', 'small', 'min-h-11')}>
                  Sign Out
                </button>
              </Form>
            </header>
            <main id="content" className="px-4 py-6 sm:px-8 sm:py-8">
              <FlashMessage flash={flash} className="mb-6" />
              {children}
            </main>
          </div>
        </div>
      </CommandKeys>
    </ToastProvider>
  );
}

function ScreenLink({ screen, isCurrent }: { screen: AdminCommand; isCurrent: boolean }) {
  if (screen.to === undefined) return null;
  const Icon = icons.get(screen.to);
  return (
    <Link
      to={screen.to}
      aria-current={isCurrent ? 'page' : undefined}
      className={`flex min-h-11 items-center gap-3 rounded-control px-3 whitespace-nowrap ${isCurrent ? 'bg-white/20 font-semibold' : 'text-white/85 hover:bg-white/10'}`}
    >
      {Icon ? <Icon aria-hidden="true" className="size-4.5 shrink-0" /> : null}
      {screen.label}
    </Link>
  );
}
