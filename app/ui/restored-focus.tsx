/**
 * Keeps the focus where somebody was. What has it may go away with the page's next state: the button of a reveal, a
 * link in a row that is gone, a whole dialog. Browsers then put it at the very beginning, and whoever works by
 * keyboard or hears the page begins anew. Here it goes to what is left nearest: back to where it was before the
 * dialog, to what surrounded it, or, on another page, to that page's heading.
 */
import { useEffect } from 'react';
import { putFocus } from './put-focus.ts';

/** Around the whole document, once. */
export function KeptFocus(): null {
  useEffect(() => {
    /** What had the focus last, and everything around it, the innermost first. */
    let trail: readonly Element[] = [];
    /** The same of what had it before the dialog around it opened. */
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
    /** A moment later: a page that knows better puts the focus itself. */
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

/** In the page, and to be seen: what lies in a closed dialog is not. */
const isThere = (element: Element) =>
  element.isConnected && element !== document.body && element.getClientRects().length > 0;

function around(element: Element): Element[] {
  const found: Element[] = [];
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) found.push(at);
  return found;
}

/** Of the whole page the heading says most: that it is another, and which. */
function focusOn(place: Element): void {
  const isPage = place.querySelector('main') !== null || place.localName === 'main';
  const target = isPage
    ? (document.querySelector('main h1') ?? document.querySelector('main') ?? place)
    : place;
  if (target instanceof HTMLElement) putFocus(target);
}
