/** Waits until someone uses the page. */

/** The first signs that someone uses the page. */
const USES = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'focusin'] as const;

/** The page counts as used after this long, in milliseconds. */
const UNUSED_MS = 8000;

/** Calls `start` once, when the page is first used: what it loads does not delay the page on a slow phone. */
export function whenUsed(start: () => void): () => void {
  const use = () => {
    stop();
    start();
  };
  const timer = setTimeout(use, UNUSED_MS);
  const stop = () => {
    clearTimeout(timer);
    for (const event of USES) removeEventListener(event, use, true);
  };
  for (const event of USES) addEventListener(event, use, { capture: true, passive: true });
  return stop;
}
