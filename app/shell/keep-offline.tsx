/** On every page of the shop: has the browser keep what it shows without a connection, once the page itself is done. */
import { useEffect } from 'react';
import { useAgeAffirmed } from './use-age-gate.ts';

export function KeepOffline() {
  const affirmed = useAgeAffirmed();
  useEffect(() => {
    if (import.meta.env.DEV) return;
    const keep = () =>
      import('./offline-copy.ts')
        .then(({ keepOfflineCopy }) => keepOfflineCopy(affirmed))
        // Without a connection, or where the browser keeps nothing: the next page tries again.
        .catch(() => undefined);
    if (document.readyState === 'complete') {
      const timer = setTimeout(keep);
      return () => clearTimeout(timer);
    }
    window.addEventListener('load', keep, { once: true });
    return () => window.removeEventListener('load', keep);
  }, [affirmed]);
  return null;
}
