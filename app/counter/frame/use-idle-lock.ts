/** Locks a shared tablet that no one touches, and reports touches and keys to the server, which put off the lock. */
import { type RefObject, useEffect, useRef } from 'react';

/** Touches are reported this often. */
const REPORT_EVERY = 30_000;
const LOOK_EVERY = 5_000;

/**
 * @param idleMinutes null where nothing locks
 * @returns of the form that locks
 */
export function useIdleLock(idleMinutes: number | null): RefObject<HTMLFormElement | null> {
  const lock = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (idleMinutes === null) return;
    let usedAt = Date.now();
    let reportedAt = Date.now();
    const use = () => {
      usedAt = Date.now();
      if (usedAt - reportedAt < REPORT_EVERY) return;
      reportedAt = usedAt;
      // A lost report is followed by the next.
      fetch('/counter/still-here', { method: 'POST', body: new URLSearchParams({ here: '1' }) }).catch(
        () => undefined,
      );
    };
    const look = setInterval(() => {
      if (Date.now() - usedAt >= idleMinutes * 60_000) lock.current?.requestSubmit();
    }, LOOK_EVERY);
    addEventListener('pointerdown', use, true);
    addEventListener('keydown', use, true);
    return () => {
      clearInterval(look);
      removeEventListener('pointerdown', use, true);
      removeEventListener('keydown', use, true);
    };
  }, [idleMinutes]);
  return lock;
}
