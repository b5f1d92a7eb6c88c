/** What every page of an account stands in: the account's pages at the side, on narrow screens in a row above. */
import { NavLink, Outlet } from 'react-router';
import { accountScreens } from '#shell/account-screens.ts';

export default function AccountLayout() {
  return (
    <div className="shell pb-16 lg:grid lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-x-12 print:block print:pb-0">
      <nav aria-label="Account" className="pt-4 lg:pt-16 print:hidden">
        <ul className="-mx-4 flex gap-x-1 overflow-x-auto px-4 lg:sticky lg:top-24 lg:mx-0 lg:flex-col lg:px-0">
          {accountScreens.map(({ path, label }) => (
            <li key={path} className="shrink-0">
              <NavLink
                to={`/${path}`}
                end
                prefetch="intent"
                className="flex min-h-11 items-center rounded-control px-3 text-sm whitespace-nowrap hover:bg-spruce-100 aria-[current=page]:bg-spruce-100 aria-[current=page]:font-medium"
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0 max-w-4xl">
        <Outlet />
      </div>
    </div>
  );
}
