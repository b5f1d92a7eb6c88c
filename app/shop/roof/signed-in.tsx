/**
 * Renders what the frame has for signed-in people alone. Guests do not load it: the server renders it at once, and the
 * browser hydrates it in place when its code arrives. All of it works without scripts.
 */
import { type ComponentProps, lazy, Suspense } from 'react';

type BellProps = ComponentProps<typeof import('#shop/notifications/bell.tsx').Bell>;
type MenuProps = ComponentProps<typeof import('./account-menu.tsx').AccountMenu>;

const loadBell = async () => ({ default: (await import('#shop/notifications/bell.tsx')).Bell });
const loadMenu = async () => ({ default: (await import('./account-menu.tsx')).AccountMenu });
const loadWay = async () => ({ default: (await import('./go-to-admin.tsx')).GoToAdmin });

// A page is rendered in one piece: the server has the parts before it renders.
const BellPart = import.meta.env.SSR ? (await loadBell()).default : lazy(loadBell);
const MenuPart = import.meta.env.SSR ? (await loadMenu()).default : lazy(loadMenu);
const WayPart = import.meta.env.SSR ? (await loadWay()).default : lazy(loadWay);

export function Bell(props: BellProps) {
  return (
    <Suspense fallback={<span className="size-11" />}>
      <BellPart {...props} />
    </Suspense>
  );
}

export function AccountMenu(props: MenuProps) {
  return (
    <Suspense>
      <MenuPart {...props} />
    </Suspense>
  );
}

export function GoToAdmin() {
  return (
    <Suspense>
      <WayPart />
    </Suspense>
  );
}
