/**
 * Notices when Back or Forward shows a page as it was left (the browser's page cache, mostly Safari's and Firefox's): its
 * scripts go on with what they knew then, so each store of a page reads again. Browser only.
 */

/** Calls `read` at each such return, before the visitor can press anything. Returns what ends it. */
export function onPageReturn(read: () => void): () => void {
  const shown = ({ persisted }: PageTransitionEvent) => {
    if (persisted) read();
  };
  addEventListener('pageshow', shown);
  return () => removeEventListener('pageshow', shown);
}
