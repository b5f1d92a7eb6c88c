/**
 * Prefetches the first visible pictures behind the age gate while the visitor reads it: they are lazy, so that they do
 * not slow down the gate, and undisplayed pictures would wait until the gate closes.
 */

import { savesData } from '#ui/saves-data.ts';

/** The band and the first row. */
const SEEN_FIRST = 4;

/**
 * Starts once the gate's own page has loaded; never for visitors who save data. The returned function cancels the wait.
 */
export function fetchBehindGate(): () => void {
  if (savesData()) return () => {};
  const begin = () => {
    const pictures = document.querySelectorAll<HTMLImageElement>('[data-shop] main img');
    for (const picture of [...pictures].slice(0, SEEN_FIRST)) {
      picture.fetchPriority = 'low';
      picture.loading = 'eager';
    }
  };
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
  return () => removeEventListener('load', begin);
}
