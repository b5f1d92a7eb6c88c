/** Renders the frame around office pages: sidebar, command palette, link to the shop, sign-out. */
import { type ReactNode, useRef } from 'react';
import { Form, Link, useLocation } from 'react-router';
import { FlashMessage } from '#core/ground/frame/flash-message.tsx';
import { NothingScanned } from '#core/sales/orders/scan/ui/nothing-scanned.tsx';
import { type Counted, countText } from '#kernel/list-state.ts';
import type { Role } from '#kernel/statuses.ts';
import type { FoundGroup } from '#office/kit/admin-search.ts';
import type { Flash } from '#platform/requests/flash.ts';
import type { LastingMessage } from '#platform/requests/lasting-message.ts';
import { buttonClass } from '#ui/button.tsx';
import { commandsFor } from '#ui/commands/command.ts';
import { CommandKeys, PaletteButton } from '#ui/commands/command-keys.tsx';
import type { LookUp } from '#ui/commands/look-up.ts';
import { PackageCheck, Store } from '#ui/icons.ts';
import { useNoteNavigations } from '#ui/live/data-age.ts';
import { ToastProvider } from '#ui/toast.tsx';
import { useCurrentInSight } from '#ui/use-current-in-sight.ts';
import { adminScreens, screenAt } from '../kit/admin-screens.ts';
import type { AdminCommand } from './admin-commands.ts';
import { LastingMessages } from './lasting-messages.tsx';
import type { Waiting } from './waiting-queries.server.ts';

const lookUp: LookUp = {
  page: '/admin/search',
  what: 'orders, customers and products',
  find: async (typed, signal) => {
    const response = await fetch(`/admin/search/results?${new URLSearchParams({ q: typed })}`, { signal });
    // The session ended: the page that a choice leads to says so.
    if (!response.ok || response.redirected) return [];
    const { groups }: { groups: readonly FoundGroup[] } = await response.json();
    return groups;
  },
};

const icons = new Map(adminScreens.map(({ path, icon }) => [`/admin/${path}`, icon]));

type FrameProps = {
  farmName: string;
  /** Who is signed in. */
  name: string;
  role: Role;
  flash: Flash | null;
  lasting: readonly LastingMessage[];
  /** How much waits for staff, by screen. */
  waiting: Waiting;
  /** The commands their role may use. */
  commands: readonly AdminCommand[];
};

export function Frame({
  farmName,
  name,
  role,
  flash,
  lasting,
  waiting,
  commands,
  children,
}: FrameProps & { children: ReactNode }) {
  useNoteNavigations();
  const screens = commandsFor(commands, 'menu', () => true);
  const at = screenAt(useLocation().pathname);
  const current = at && `/admin/${at.path}`;
  const menu = useRef<HTMLUListElement>(null);
  useCurrentInSight(menu);
  return (
    <ToastProvider side="end">
      {/* A scanner may be beside this computer, too. */}
      <NothingScanned typesIntoFields />
      <CommandKeys commands={commands} lookUp={lookUp}>
        <a href="#content" className="skip-link">
          Skip to content
        </a>
        <div className="min-h-dvh bg-paper text-sm md:grid md:grid-cols-[5.25rem_1fr] lg:grid-cols-[15rem_1fr] print:block">
          <aside className="flex flex-col bg-spruce-900 text-white md:sticky md:top-0 md:h-dvh print:hidden">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-5 pt-4 pb-2 md:max-lg:px-1 md:max-lg:text-center lg:block lg:pt-6 lg:short:pt-3">
              <p className="font-display text-xl md:max-lg:mx-auto md:max-lg:text-xs">Admin Dashboard</p>
              <p className="text-xs text-white/85 md:max-lg:hidden">{farmName}</p>
            </div>
            <nav
              aria-label="Back office"
              className="px-3 pb-3 md:min-h-0 md:flex-1 md:max-lg:px-1 lg:pt-4 lg:short:pt-1"
            >
              <ul
                ref={menu}
                // Firefox's scroll bars take room, so its entries would be scrolled sideways too, and are white on the dark ground.
                className="-m-1.5 flex gap-1 overflow-x-auto p-1.5 [scrollbar-color:rgb(255_255_255/45%)_transparent] [scrollbar-width:thin] noscript:flex-wrap md:max-h-full md:flex-col md:flex-nowrap md:gap-0 md:overflow-x-hidden md:overflow-y-auto lg:gap-1 lg:short:gap-0"
              >
                {screens.map((screen) => (
                  <li
                    key={screen.id}
                    className="relative flex items-center rounded-control has-[[aria-current]]:bg-white/20"
                  >
                    <ScreenLink screen={screen} isCurrent={screen.to === current} />
                    <Count of={waiting[screen.to?.slice('/admin/'.length) ?? '']} />
                  </li>
                ))}
              </ul>
            </nav>
            <p className="hidden px-5 py-5 text-xs text-white/85 lg:block lg:short:hidden">
              {name}
              <br />
              {role === 'admin' ? 'Admin' : 'Staff'}
            </p>
          </aside>
          <div className="min-w-0">
            <header className="flex flex-wrap items-center justify-end gap-2 border-b border-line px-4 py-2 sm:px-8 md:max-lg:px-4 print:hidden">
              <PaletteButton className="mr-auto -ml-2.5 sm:-ml-3" />
              <Link to="/counter" className={buttonClass('quiet', 'small', 'min-h-11')}>
                <PackageCheck aria-hidden="true" className="size-4" />
                Counter
              </Link>
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
            <main id="content" className="px-4 py-6 sm:px-8 sm:py-8 md:max-lg:px-4">
              <LastingMessages messages={lasting} />
              <FlashMessage flash={flash} className="mb-6" />
              {children}
            </main>
          </div>
        </div>
      </CommandKeys>
    </ToastProvider>
  );
}

/** Beside the link, not in it: the link is called what its page is called. */
function Count({ of: counted }: { of: Counted | undefined }) {
  if (!counted) return null;
  return (
    <span className="figures -ml-1 pr-3 text-xs text-white/85 md:max-lg:absolute md:max-lg:top-1 md:max-lg:right-2 md:max-lg:pr-0">
      {countText(counted, '', '')}
      <span className="sr-only">waiting</span>
    </span>
  );
}

function ScreenLink({ screen, isCurrent }: { screen: AdminCommand; isCurrent: boolean }) {
  if (screen.to === undefined) return null;
  const Icon = icons.get(screen.to);
  return (
    <Link
      to={screen.to}
      aria-current={isCurrent ? 'page' : undefined}
      className={`flex min-h-11 grow items-center gap-3 rounded-control px-3 whitespace-nowrap md:max-lg:flex-col md:max-lg:justify-center md:max-lg:gap-0.5 md:max-lg:px-0.5 md:max-lg:py-1 md:max-lg:text-center md:max-lg:text-[0.6875rem]/[1.2] md:max-lg:whitespace-normal lg:short:pointer-fine:min-h-9 ${isCurrent ? 'font-semibold' : 'text-white/85 hover:bg-white/10'}`}
    >
      {Icon ? <Icon aria-hidden="true" className="size-4.5 shrink-0" /> : null}
      {screen.label}
    </Link>
  );
}
