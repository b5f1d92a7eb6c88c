import { useEffect, useState } from 'react';

/** Longer than the pause inside a double press. */
const SETTLE_MS = 1000;

/**
 * True for a second after what is shown moved under the pointer: the second press of a double press must not reach what
 * took the place of the pressed one.
 * @param shown the ids of what is shown, in order
 * @param list another list, such as another filter, was asked for and did not move
 */
export function useSettling(shown: string, list = ''): boolean {
  const [settled, setSettled] = useState({ shown, list });
  if (settled.list !== list) setSettled({ shown, list });
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ shown, list }), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [shown, list]);
  return settled.list === list && settled.shown !== shown;
}
