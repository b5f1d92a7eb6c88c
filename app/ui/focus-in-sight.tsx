/**
 * Scrolls each element that gets focus by the Tab key into view with its whole focus ring. Browsers do not scroll to
 * half-visible elements, and do not consider a ring on another element: a card shows its link's ring, a label its
 * radio's.
 */
import { useEffect } from 'react';

export function FocusInSight() {
  useEffect(() => {
    const show = ({ key }: KeyboardEvent) => {
      const stop = document.activeElement;
      if (key !== 'Tab' || !stop || stop === document.body) return;
      shownBy(stop).scrollIntoView({ block: 'nearest', inline: 'nearest' });
    };
    document.addEventListener('keyup', show);
    return () => document.removeEventListener('keyup', show);
  }, []);
  return null;
}

/** The element that shows the ring while `stop` has the focus. */
function shownBy(stop: Element): Element {
  if (stop.matches('.card-link')) return stop.closest('article') ?? stop;
  if (stop.matches('input.sr-only')) return (stop as HTMLInputElement).labels?.[0] ?? stop;
  return stop;
}
