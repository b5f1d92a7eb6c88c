/**
 * What is seen first behind the gate is fetched while its question is read: pictures there are lazy, so that they take
 * nothing from the gate itself, and what is not displayed would wait until it is.
 */

import { savesData } from '#ui/saves-data.ts';

/** The band and the first row. */
const SEEN_FIRST = 4;

/** Once the gate's own page has arrived; never for those who save data. What it returns ends the waiting. */
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
