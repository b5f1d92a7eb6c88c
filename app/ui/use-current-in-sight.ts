/** A row of links that is wider than its screen: the page one is on is scrolled into sight. Without scripts the row breaks. */
import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';

export function useCurrentInSight(list: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another place in the row
  useEffect(() => {
    const row = list.current;
    const current = row?.querySelector('[aria-current]');
    if (!row || !current || row.scrollWidth <= row.clientWidth) return;
    const { left, width } = current.getBoundingClientRect();
    row.scrollLeft += left + width / 2 - (row.getBoundingClientRect().left + row.clientWidth / 2);
  }, [list, pathname]);
}
