/**
 * Scrolls the current page's link into sight in a list of links that is larger than its place: a row always to its
 * middle, a column only if the link is out of sight.
 */
import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';

export function useCurrentInSight(list: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another link in the list
  useEffect(() => {
    const place = list.current;
    if (!place) return;
    // A phone that is turned shows another part of the list.
    const resized = new ResizeObserver(() => show(place));
    resized.observe(place);
    return () => resized.disconnect();
  }, [list, pathname]);
}

function show(place: HTMLElement): void {
  const current = place.querySelector('[aria-current]')?.getBoundingClientRect();
  if (!current) return;
  const shown = place.getBoundingClientRect();
  place.scrollLeft += current.left + current.width / 2 - (shown.left + place.clientWidth / 2);
  if (current.top >= shown.top && current.bottom <= shown.bottom) return;
  place.scrollTop += current.top + current.height / 2 - (shown.top + place.clientHeight / 2);
}
