/**
 * Renders the layout of every account page: the account's groups at the side, on narrow screens in rows above, and the
 * pages of the open group above its content. Content ends at the right edge of the header's.
 */
import { Outlet, useLocation } from 'react-router';
import { type AccountGroup, accountGroupOf } from './account-screens.ts';
import { ShellLink } from './nav-link.tsx';
import { accountLinks } from './navigation.ts';

const look =
  'flex min-h-11 items-center rounded-control px-2.5 text-sm hover:bg-spruce-100 aria-[current]:bg-spruce-100 aria-[current]:font-medium max-sm:px-1.5 max-sm:text-[0.8125rem] max-sm:leading-tight';

export default function AccountLayout() {
  const { pathname } = useLocation();
  const group = accountGroupOf(pathname);
  return (
    <div className="shell pb-16 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-x-12 print:block print:px-0 print:pb-0">
      <nav aria-label="Account" className="@container pt-3 lg:pt-16 print:hidden">
        {/* From 20 rem, which large text and the narrowest phones do not reach, five groups fit one row, the last on two
            lines. */}
        <ul className="-mx-2.5 flex flex-wrap gap-x-1 max-sm:-mx-1.5 max-sm:@min-[20rem]:flex-nowrap max-sm:@min-[20rem]:justify-between lg:sticky lg:top-24 lg:mx-0 lg:flex-col">
          {accountLinks.map((link) => (
            <li key={link.to}>
              <ShellLink
                link={link}
                current={link.to === pathname || (link.label === group?.label && 'true')}
                className={look}
              />
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0">
        {group ? <GroupPages group={group} pathname={pathname} /> : null}
        <Outlet />
      </div>
    </div>
  );
}

/** The pages of a group with several. Pages below them have a link back instead. */
function GroupPages({ group, pathname }: { group: AccountGroup; pathname: string }) {
  const links = group.screens.map(({ path, label }) => ({ to: `/${path}`, label }));
  if (links.length < 2 || links.every(({ to }) => to !== pathname)) return null;
  return (
    <nav aria-label={group.label} className="pt-2 lg:pt-14 lg:-mb-6 print:hidden">
      {/* The first link's focus ring needs 5 px to the edge of a phone. */}
      <ul className="-mx-2.5 flex flex-wrap gap-x-1">
        {links.map((link) => (
          <li key={link.to}>
            <ShellLink link={link} current={link.to === pathname} className="nav-link px-2.5" />
          </li>
        ))}
      </ul>
    </nav>
  );
}
