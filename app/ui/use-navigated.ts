/** For what another page closes: menus and panels. The first page closes nothing: it may have been opened already. */
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
