/**
 * Renders the signed-in person's menu on wide screens. A <details>, so it opens without JavaScript; script only closes
 * it.
 */
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { ShellVisitor } from '#shop/kit/shell-data.ts';
import { ChevronDown } from '#ui/icons.ts';
import { useNavigated } from '#ui/use-navigated.ts';
import { LinkList } from './nav-link.tsx';
import { accountMenuLinks } from './navigation.ts';
import { SignOut } from './sign-out.tsx';

export function AccountMenu({ visitor }: { visitor: ShellVisitor }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const { pathname } = useLocation();
  useNavigated(() => {
    if (menu.current) menu.current.open = false;
  });

  // An open popover, such as the bell's list, does not know a <details>: each closes the other.
  const closePopovers = () => {
    if (!menu.current?.open) return;
    for (const other of document.querySelectorAll<HTMLElement>('[popover="auto"]:popover-open'))
      other.hidePopover();
  };

  useEffect(() => {
    function onPopover({ target, newState }: ToggleEvent) {
      if (newState === 'open' && target !== menu.current && menu.current) menu.current.open = false;
    }
    function onPointer(event: PointerEvent) {
      if (menu.current?.open && !menu.current.contains(event.target as Node)) menu.current.open = false;
    }
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape' || !menu.current?.open) return;
      menu.current.open = false;
      menu.current.querySelector('summary')?.focus();
    }
    // It does not bubble.
    document.addEventListener('toggle', onPopover as EventListener, true);
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('toggle', onPopover as EventListener, true);
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onKey);
    };
  }, []);

  return (
    <details ref={menu} onToggle={closePopovers} className="group relative hidden lg:block">
      <summary className="flex min-h-11 list-none items-center gap-1.5 rounded-control px-3 text-sm font-medium hover:bg-spruce-100 [&::-webkit-details-marker]:hidden">
        <span className="max-w-40 truncate">{visitor.name}</span>
        <span className="sr-only"> account menu</span>
        <ChevronDown
          aria-hidden="true"
          className="size-4 text-ink-soft transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="absolute right-0 z-40 mt-1 w-64 rounded-surface bg-surface p-2 text-sm shadow-lg inset-ring inset-ring-line">
        <p className="border-b border-line px-3 pt-1 pb-3">
          <span className="block font-medium">{visitor.name}</span>
          <span className="block wrap-anywhere text-xs text-ink-soft">{visitor.email}</span>
        </p>
        <LinkList
          links={accountMenuLinks}
          pathname={pathname}
          className="pt-2"
          linkClass={item}
          last={
            <li>
              <SignOut className={item} />
            </li>
          }
        />
      </div>
    </details>
  );
}

const item =
  'flex min-h-11 w-full items-center rounded-control px-3 text-left hover:bg-spruce-100 aria-[current=page]:bg-spruce-100 aria-[current=page]:font-medium';
