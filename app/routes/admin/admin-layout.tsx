/** The frame of the back office: a sidebar with the rooms that exist, the way back to the shop, sign-out. */
import { Inbox, LayoutDashboard, type LucideIcon, Store } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { data, Form, isRouteErrorResponse, Link, NavLink, Outlet } from 'react-router';
import { may, type Permission } from '#features/identity/actor.ts';
import { requirePermission } from '#features/identity/guards.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { clearFlashCookie, type Flash, readFlash } from '#platform/flash.ts';
import { buttonClass } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { ToastProvider, useToast } from '#ui/toast.tsx';
import { ErrorPage } from '../error-page.tsx';
import type { Route } from './+types/admin-layout';

type Screen = { to: string; name: string; needs: Permission; icon: 'dashboard' | 'outbox' };

/** The screens there are. Specification section 2, 'Admin layout'. */
const screens: readonly Screen[] = [
  { to: '/admin/dashboard', name: 'Dashboard', needs: 'backoffice.enter', icon: 'dashboard' },
  { to: '/admin/outbox', name: 'Outbox', needs: 'outbox.read', icon: 'outbox' },
];

const icons: Readonly<Record<Screen['icon'], LucideIcon>> = { dashboard: LayoutDashboard, outbox: Inbox };

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
      screens: screens.filter((screen) => may(actor, screen.needs)),
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
  'farmName' | 'name' | 'role' | 'flash' | 'screens'
>;

function Frame({ farmName, name, role, flash, screens, children }: FrameProps & { children: ReactNode }) {
  return (
    <ToastProvider>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:rounded-control focus:bg-white focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      <div className="min-h-dvh bg-paper text-sm lg:grid lg:grid-cols-[15rem_1fr]">
        <aside className="flex flex-col bg-spruce-900 text-white lg:sticky lg:top-0 lg:h-dvh">
          <div className="flex items-baseline justify-between gap-4 px-5 pt-4 pb-2 lg:block lg:pt-6">
            <p className="font-display text-xl">Admin Dashboard</p>
            <p className="text-xs text-spruce-100">{farmName}</p>
          </div>
          <nav aria-label="Back office" className="px-3 pb-3 lg:flex-1 lg:pt-4">
            <ul className="flex gap-1 overflow-x-auto lg:flex-col">
              {screens.map((screen) => (
                <li key={screen.to}>
                  <ScreenLink screen={screen} />
                </li>
              ))}
            </ul>
          </nav>
          <p className="hidden px-5 py-5 text-xs text-spruce-100 lg:block">
            {name}
            <br />
            {role === 'admin' ? 'Admin' : 'Staff'}
          </p>
        </aside>
        <div className="min-w-0">
          <header className="flex flex-wrap items-center justify-end gap-2 border-b border-line px-4 py-2 sm:px-8">
            <Link to="/products" className={buttonClass('quiet', 'small', 'min-h-11')}>
              <Store aria-hidden="true" className="size-4" /> Back to the shop
            </Link>
            <Form method="post" action="/sign-out">
              <button type="submit" className={buttonClass('secondary', 'small', 'min-h-11')}>
                Sign Out
              </button>
            </Form>
          </header>
          <main id="content" className="px-4 py-6 sm:px-8 sm:py-8">
            <FlashMessage flash={flash} />
            {children}
          </main>
        </div>
      </div>
    </ToastProvider>
  );
}

function ScreenLink({ screen }: { screen: Screen }) {
  const Icon = icons[screen.icon];
  return (
    <NavLink
      to={screen.to}
      className={({ isActive }) =>
        `flex min-h-11 items-center gap-3 rounded-control px-3 ${isActive ? 'bg-spruce-700 font-semibold' : 'text-spruce-100 hover:bg-spruce-700/60'}`
      }
    >
      <Icon aria-hidden="true" className="size-4.5 shrink-0" />
      {screen.name}
    </NavLink>
  );
}

/** As a toast; without JavaScript as a notice in the page. */
function FlashMessage({ flash }: { flash: Flash | null }) {
  const toast = useToast();
  useEffect(() => {
    if (flash) toast.show(flash.message, { tone: flash.tone });
  }, [flash, toast]);
  if (!flash) return null;
  return (
    <div className="mb-6 hidden noscript:block">
      <Notice tone={flash.tone}>{flash.message}</Notice>
    </div>
  );
}
