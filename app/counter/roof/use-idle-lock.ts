/**
 * Locks a tablet that no one touches: a shared one always, any other without a network. Touches and keys on a shared one are
 * reported to the server, which put off its lock.
 */
import { type RefObject, useEffect, useRef } from 'react';

import { isIdle, noteUse } from '../network/last-use.ts';

/** Touches are reported this often. */
const REPORT_EVERY = 30_000;
const LOOK_EVERY = 5_000;

/**
 * @param alone locks without a network; null while there is one
 * @param isShared whether the tablet is
 * @returns of the form that locks a shared one
 */
export function useIdleLock(
  idleMinutes: number,
  alone: (() => void) | null,
  isShared = true,
): RefObject<HTMLFormElement | null> {
  const lock = useRef<HTMLFormElement>(null);
  const lockAlone = useRef(alone);
  useEffect(() => {
    lockAlone.current = alone;
  }, [alone]);
  useEffect(() => {
    let usedAt = Date.now();
    noteUse(usedAt);
    let reportedAt = Date.now();
    const use = () => {
      usedAt = Date.now();
      noteUse(usedAt);
      if (!isShared || usedAt - reportedAt < REPORT_EVERY) return;
      reportedAt = usedAt;
      // A lost report is followed by the next.
      fetch('/counter/still-here', { method: 'POST', body: new URLSearchParams({ here: '1' }) }).catch(
        () => undefined,
      );
    };
    const look = setInterval(() => {
      if (!isIdle(usedAt, Date.now(), idleMinutes)) return;
      if (lockAlone.current) lockAlone.current();
      else lock.current?.requestSubmit();
    }, LOOK_EVERY);
    addEventListener('pointerdown', use, true);
    addEventListener('keydown', use, true);
    return () => {
      clearInterval(look);
      removeEventListener('pointerdown', use, true);
      removeEventListener('keydown', use, true);
    };
  }, [idleMinutes, isShared]);
  return lock;
}
