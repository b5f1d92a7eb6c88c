/**
 * Announces that the page changed. When a browser loads a page, it reads the title and starts at the top; when the
 * router replaces a page, neither happens. So this announces the title and focuses the heading, or, on the way back,
 * the link that left the page. A new state of the same page (a filter, a sort, a page of a list, an open dialog) does
 * not count: its changes announce themselves.
 */
import { useEffect, useInsertionEffect, useRef, useState } from 'react';
import { type Location, useLocation, useNavigation, useNavigationType } from 'react-router';
import { putFocus } from './put-focus.ts';

/** After this many milliseconds, announces that a page is still loading. */
const LONG = 1000;

/** Link state for another form of the same thing, such as another size: focus stays on the link. */
export const KEEPS_PLACE = { keepsPlace: true } as const;

const keepsPlace = ({ state }: Location<Partial<typeof KEEPS_PLACE> | null>) => state?.keepsPlace === true;

/** Rendered beside the pages, once per document. */
export function RouteChange() {
  const location = useLocation();
  const type = useNavigationType();
  const isWaiting = useNavigation().state !== 'idle';
  const [said, setSaid] = useState('');
  const followed = useFollowedLinks();
  const shown = useRef(location);
  const focusedBefore = useRef<Element | null>(null);

  // Runs before the new page renders: if the focus moves after this, the page moved it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each location
  useInsertionEffect(() => {
    focusedBefore.current = document.activeElement;
  }, [location.key]);

  useEffect(() => {
    const before = shown.current;
    shown.current = location;
    if (before.key === location.key) return;
    if (type !== 'POP') followed.leave(before.key);
    if (before.pathname === location.pathname) return;
    setSaid(document.title);
    const now = document.activeElement;
    const isChosen = now !== document.body && now !== focusedBefore.current;
    const isKept = keepsPlace(location) && type !== 'POP' && now !== document.body;
    if (isChosen || isKept || document.querySelector('dialog[open]')) return;
    const target = (type === 'POP' ? followed.linkOf(location.key) : null) ?? beginningOf(location);
    if (target) putFocus(target);
  }, [location, type, followed]);

  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setSaid('Loading'), LONG);
    return () => {
      clearTimeout(timer);
      setSaid((words) => (words === 'Loading' ? '' : words));
    };
  }, [isWaiting]);

  return (
    <p role="status" data-route-change className="sr-only">
      {said}
    </p>
  );
}

/** Where a page starts: at the anchor in its address, otherwise at its heading. */
function beginningOf({ hash }: Location): HTMLElement | null {
  const named = hash.length > 1 ? document.getElementById(hash.slice(1)) : null;
  const places = [named, ...['main h1', 'main'].map((place) => document.querySelector<HTMLElement>(place))];
  // Behind the age gate nothing is visible; the gate has the focus.
  return places.find((place) => place && place.getClientRects().length > 0) ?? null;
}

/** Remembers the link that left each page of this visit, by its history key. */
function useFollowedLinks() {
  const [followed] = useState(() => {
    const links = new Map<string, string>();
    let pressed: string | null = null;
    return {
      press(event: Event) {
        const link = event.target instanceof Element ? event.target.closest('main a[href]') : null;
        pressed = link?.getAttribute('href') ?? null;
      },
      leave(key: string) {
        if (pressed !== null) links.set(key, pressed);
        pressed = null;
      },
      linkOf(key: string): HTMLElement | null {
        const href = links.get(key);
        return href === undefined ? null : document.querySelector(`main a[href="${CSS.escape(href)}"]`);
      },
    };
  });
  useEffect(() => {
    document.addEventListener('click', followed.press, true);
    return () => document.removeEventListener('click', followed.press, true);
  }, [followed]);
  return followed;
}
