/**
 * Restores the focus when the focused element disappears with an update: the button of a reveal, a link in a deleted
 * row, a whole dialog. Browsers then move the focus to the start of the page, and people who use a keyboard or a screen
 * reader lose their place. This moves it to the nearest element that is left: where it was before the dialog, an
 * ancestor, or, on another page, that page's heading.
 */
import { useEffect } from 'react';
import { putFocus } from './put-focus.ts';

/** Wraps the whole document, once. */
export function KeptFocus(): null {
  useEffect(() => {
    /** The last focused element and its ancestors, innermost first. */
    let trail: readonly Element[] = [];
    /** The same for the element that had focus before the surrounding dialog opened. */
    let outside: readonly Element[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;

    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target === document.body) return;
      const dialog = target.closest('dialog');
      if (dialog && !trail.includes(dialog)) outside = trail;
      trail = around(target);
    };
    const look = () => {
      if (!isLost() || (trail[0] && isThere(trail[0]))) return;
      const before = trail.some((element) => element.localName === 'dialog') ? outside : [];
      const place = [...before, ...trail].find(isThere);
      if (place) focusOn(place);
    };
    /** Waits a moment: a page that knows better sets the focus itself. */
    const lookSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(look, 60);
    };
    const observer = new MutationObserver(() => {
      if (isLost() && trail[0] && !isThere(trail[0])) lookSoon();
    });
    document.addEventListener('focusin', note);
    document.addEventListener('close', lookSoon, true);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', note);
      document.removeEventListener('close', lookSoon, true);
    };
  }, []);
  return null;
}

const isLost = () => document.activeElement === null || document.activeElement === document.body;

/** In the page and visible: the contents of a closed dialog are not. */
const isThere = (element: Element) =>
  element.isConnected && element !== document.body && element.getClientRects().length > 0;

function around(element: Element): Element[] {
  const found: Element[] = [];
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) found.push(at);
  return found;
}

/** On a new page the heading says the most: that the page changed, and to which. */
function focusOn(place: Element): void {
  const isPage = place.querySelector('main') !== null || place.localName === 'main';
  const target = isPage
    ? (document.querySelector('main h1') ?? document.querySelector('main') ?? place)
    : place;
  if (target instanceof HTMLElement) putFocus(target);
}
