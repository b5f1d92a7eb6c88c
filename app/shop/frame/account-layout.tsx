/** Renders the layout of every account page: the account's pages at the side, on narrow screens in a row above. */
import { type RefObject, useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useCurrentInSight } from '#ui/use-current-in-sight.ts';
import { ShellLink } from './nav-link.tsx';
import { accountLinks, isCurrent } from './navigation.ts';

export default function AccountLayout() {
  const { pathname } = useLocation();
  const list = useRef<HTMLUListElement>(null);

  useCurrentInSight(list);
  useMoreToSee(list);

  return (
    <div className="shell pb-16 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-x-12 print:block print:px-0 print:pb-0">
      <nav aria-label="Account" className="pt-4 lg:pt-16 print:hidden">
        <ul
          ref={list}
          className="fading-row -my-1.5 mx-[calc(-1*var(--edge))] flex gap-x-1 overflow-x-auto px-(--edge) py-1.5 noscript:flex-wrap lg:sticky lg:top-24 lg:-mx-1.5 lg:flex-col lg:px-1.5"
        >
          {accountLinks.map((link) => (
            <li key={link.to} className="shrink-0">
              <ShellLink
                link={link}
                current={isCurrent(link, pathname)}
                className="flex min-h-11 items-center rounded-control px-3 text-sm whitespace-nowrap hover:bg-spruce-100 aria-[current=page]:bg-spruce-100 aria-[current=page]:font-medium"
              />
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

/** Marks at which ends the row continues out of view; the stylesheet fades it there. */
function useMoreToSee(list: RefObject<HTMLUListElement | null>): void {
  useEffect(() => {
    const row = list.current;
    if (!row) return;
    const mark = () => {
      const rest = row.scrollWidth - row.clientWidth - row.scrollLeft;
      row.dataset.more = [row.scrollLeft > 1 && 'before', rest > 1 && 'after'].filter(Boolean).join(' ');
    };
    const resized = new ResizeObserver(mark);
    resized.observe(row);
    row.addEventListener('scroll', mark, { passive: true });
    return () => {
      resized.disconnect();
      row.removeEventListener('scroll', mark);
    };
  }, [list]);
}
