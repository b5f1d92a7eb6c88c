/** Where the focus goes when what had it is gone: a button that did its work, a step that gave way to the next. */
import { type RefObject, useEffect } from 'react';
import { useLocation, useNavigation } from 'react-router';

/** Moves the focus to `target` (with a tabIndex of −1) when a navigation has ended and nothing on the page has it. */
export function useFocusAfter(target: RefObject<HTMLElement | null>): void {
  const { key } = useLocation();
  const { state } = useNavigation();
  useEffect(() => {
    // The first page of a visit begins at its top, as every page does.
    if (state !== 'idle' || key === 'default') return;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) target.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [state, key, target]);
}
