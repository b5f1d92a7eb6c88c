/** Renders the sticky bar: name, links, bell, cart, account. */
import { Link, useLocation } from 'react-router';
import { CartLink } from '#shop/cart/cart-link.tsx';
import type { ShellStore, ShellVisitor } from '#shop/kit/shell-data.ts';
import { buttonClass } from '#ui/button.tsx';
import { Mark } from '#ui/mark.tsx';
import { LinkList } from './nav-link.tsx';
import { shopLinks } from './navigation.ts';
import { SignInLink } from './sign-in.tsx';
import { AccountMenu, Bell } from './signed-in.tsx';
import { SmallMenu } from './small-menu.tsx';

type Props = { store: ShellStore; visitor: ShellVisitor | null; cartLines: number };

export function Header({ store, visitor, cartLines }: Props) {
  const { pathname } = useLocation();
  return (
    <header className="header sticky top-0 z-30 border-b border-line bg-paper/95 print:hidden">
      <div className="shell flex min-h-14 items-center gap-x-2 max-[17rem]:flex-wrap sm:min-h-16 lg:gap-x-8">
        <Link
          to="/"
          className="mr-auto flex min-h-11 min-w-0 items-center gap-2 font-display text-base leading-tight font-medium max-[17rem]:basis-full sm:gap-2.5 sm:text-lg lg:mr-0 lg:max-w-72"
        >
          <Mark className="size-7 shrink-0 sm:size-8" />
          <span translate="no" className="line-clamp-2 min-w-0 max-[17rem]:line-clamp-none">
            {store.name}
          </span>
        </Link>
        <nav aria-label="Main" className="mr-auto hidden lg:block">
          <LinkList
            links={shopLinks}
            pathname={pathname}
            className="flex items-center gap-x-1"
            linkClass="nav-link"
          />
        </nav>
        {/* Offset by the padding of the last icon, so that the icon itself ends at the page's edge. */}
        <div className="-mr-2.5 ml-auto flex shrink-0 items-center sm:gap-x-1 lg:mr-0">
          {visitor ? <Bell visitor={visitor} /> : null}
          <CartLink userId={visitor?.userId ?? null} linesAtFirst={cartLines} />
          {visitor ? (
            <AccountMenu visitor={visitor} />
          ) : (
            <span className="ml-1 hidden lg:block">
              <SignInLink mode="signin" className={buttonClass('secondary', 'small')}>
                Sign In
              </SignInLink>
            </span>
          )}
          <SmallMenu store={store} visitor={visitor} />
        </div>
      </div>
    </header>
  );
}
