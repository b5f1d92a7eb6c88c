/** Moves the focus after a form on a reservation card is submitted. */
import { useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';

/**
 * The pressed control may be gone afterwards: then its card gets the focus, or, without the card, the line above the
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
    // An element of the card that is not a control only has the focus because something in it disappeared.
    const isInert = focused instanceof HTMLElement && focused.tabIndex < 0 && card?.contains(focused);
    if (focused === null || focused === document.body || isInert) (card ?? count.current)?.focus();
  }, [navigation.state]);
  return count;
}
