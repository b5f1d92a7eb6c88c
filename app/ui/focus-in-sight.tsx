/**
 * Scrolls each stop of the Tab key into sight with its whole focus ring. Browsers do not scroll to what is half visible,
 * and they know nothing of a ring that another element shows: a card shows that of its link, a label that of its radio.
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

/** The element that has the ring while `stop` has the focus. */
function shownBy(stop: Element): Element {
  if (stop.matches('.card-link')) return stop.closest('.card') ?? stop;
  if (stop.matches('input.sr-only')) return (stop as HTMLInputElement).labels?.[0] ?? stop;
  return stop;
}
