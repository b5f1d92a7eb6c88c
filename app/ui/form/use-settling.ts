import { useEffect, useState } from 'react';

/** Longer than the pause inside a double press. */
const SETTLE_MS = 1000;

/**
 * Says of each part of a page whether what it shows moved within the last second: the second press of a double press must
 * not reach what took the place of the pressed one. Parts that did not move take presses at once, also while others change.
 * @param shown by part: the ids of everything that can move what it shows, in order
 * @param list another list, such as another filter, was asked for and did not move
 */
export function useSettling<Part extends string>(
  shown: Readonly<Record<Part, string>>,
  list = '',
): (part: Part) => boolean {
  const [settled, setSettled] = useState({ shown, list });
  if (settled.list !== list) setSettled({ shown, list });
  const all = JSON.stringify(shown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `all` stands for `shown`, which is another object each time.
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ shown, list }), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [all, list]);
  return (part) => settled.list === list && settled.shown[part] !== shown[part];
}
