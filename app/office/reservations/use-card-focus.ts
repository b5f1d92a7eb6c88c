/** Where the focus goes after a form on a reservation card was sent. */
import { useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';

/**
 * What was pressed may be gone after it was done: then its card takes the focus, and without that the line above the
 * list.
 */
export function useCardFocus() {
  const navigation = useNavigation();
  const count = useRef<HTMLParagraphElement>(null);
  const sent = useRef<string | null>(null);
  const id = navigation.formData?.get('id');
  if (typeof id === 'string') sent.current = id;
  useEffect(() => {
    if (navigation.state !== 'idle' || sent.current === null) return;
    const card = document.getElementById(`reservation-${sent.current}`);
    sent.current = null;
    const focused = document.activeElement;
    // A part of the card that cannot be operated has it only because something in it went away.
    const isInert = focused instanceof HTMLElement && focused.tabIndex < 0 && card?.contains(focused);
    if (focused === null || focused === document.body || isInert) (card ?? count.current)?.focus();
  }, [navigation.state]);
  return count;
}
