/**
 * Says that another page is here. A browser that loads a page reads its title and begins at its top; a page that the
 * router puts in place of the last one does neither. So its title is spoken here, and the focus goes to its heading,
 * or, on the way back, to the link by which it was left. Another state of the same page (a filter, a sort, a page of
 * a list, an open dialog) is no other page: what changes there says so itself.
 */
import { useEffect, useInsertionEffect, useRef, useState } from 'react';
import { type Location, useLocation, useNavigation, useNavigationType } from 'react-router';
import { putFocus } from './put-focus.ts';

/** A page that takes longer than this, in milliseconds, is said to be on its way. */
const LONG = 1000;

/** State of a link to what is the same thing in another form, such as another size: the focus stays on the link. */
export const KEEPS_PLACE = { keepsPlace: true } as const;

const keepsPlace = ({ state }: Location<Partial<typeof KEEPS_PLACE> | null>) => state?.keepsPlace === true;

/** Beside the pages, once for the whole document. */
export function RouteChange() {
  const location = useLocation();
  const type = useNavigationType();
  const isWaiting = useNavigation().state !== 'idle';
  const [said, setSaid] = useState('');
  const followed = useFollowedLinks();
  const shown = useRef(location);
  const focusedBefore = useRef<Element | null>(null);

  // Before the new page is in place: what has the focus afterwards and had it not before, the page has chosen.
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

/** Where a page begins: at the place that its address names, else at its heading. */
function beginningOf({ hash }: Location): HTMLElement | null {
  const named = hash.length > 1 ? document.getElementById(hash.slice(1)) : null;
  const places = [named, ...['main h1', 'main'].map((place) => document.querySelector<HTMLElement>(place))];
  // Beneath the age gate nothing is to be seen; the gate has the focus then.
  return places.find((place) => place && place.getClientRects().length > 0) ?? null;
}

/** Remembers by which link each page of this visit was left, under the key of its place in the history. */
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
