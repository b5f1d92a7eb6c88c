/** Scrolls the current page's link into view in a row of links wider than the screen. Without scripts the row wraps. */
import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';

export function useCurrentInSight(list: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another link in the row
  useEffect(() => {
    const row = list.current;
    const current = row?.querySelector('[aria-current]');
    if (!row || !current || row.scrollWidth <= row.clientWidth) return;
    const { left, width } = current.getBoundingClientRect();
    row.scrollLeft += left + width / 2 - (row.getBoundingClientRect().left + row.clientWidth / 2);
  }, [list, pathname]);
}
