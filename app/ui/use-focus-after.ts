/** Moves the focus when the focused element is gone: a button that did its work, a step replaced by the next. */
import { type RefObject, useEffect } from 'react';
import { useLocation, useNavigation } from 'react-router';

/**
 * Moves the focus to `target` (with a tabIndex of −1) when a navigation has ended and nothing on the page has focus.
 */
export function useFocusAfter(target: RefObject<HTMLElement | null>): void {
  const { key } = useLocation();
  const { state } = useNavigation();
  useEffect(() => {
    // The first page of a visit starts at its top, as every page does.
    if (state !== 'idle' || key === 'default') return;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) target.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [state, key, target]);
}
