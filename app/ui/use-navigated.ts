/**
 * Closes menus and panels when the page changes. The first page closes nothing: the visitor may already have opened
 * one.
 */
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';

/** Calls `act` after each change of location. */
export function useNavigated(act: () => void): void {
  const { key } = useLocation();
  const shown = useRef(key);
  const run = useEffectEvent(act);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    run();
  }, [key]);
}
