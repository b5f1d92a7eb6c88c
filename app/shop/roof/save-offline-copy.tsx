/** Saves the browser's offline copy from every page of the shop, once the page itself has loaded. */
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { deleteOthersCopy } from '#core/ground/frame/counter-copy.ts';
import { useAgeAffirmed } from '#core/ground/frame/use-age-gate.ts';
import { useShell } from '#shop/kit/shell-data.ts';
import { saveOfflineCopy, savePickups } from './offline-copy.ts';

export function SaveOfflineCopy() {
  const affirmed = useAgeAffirmed();
  const shell = useShell();
  const owner = shell?.visitor?.userId ?? null;
  const isKnown = shell !== undefined;
  const { pathname, key } = useLocation();
  // Actions on these pages change the next pickups.
  const orders = /^\/(success|orders)(\/|$)/.test(pathname) ? key : '';
  useEffect(() => {
    if (import.meta.env.DEV) return;
    const save = async () => {
      if (isKnown) await tried(async () => deleteOthersCopy(owner));
      if (isKnown) await tried(() => savePickups(owner, orders !== ''));
      await tried(() => saveOfflineCopy(affirmed));
    };
    if (document.readyState === 'complete') {
      const timer = setTimeout(save);
      return () => clearTimeout(timer);
    }
    window.addEventListener('load', save, { once: true });
    return () => window.removeEventListener('load', save);
  }, [affirmed, isKnown, owner, orders]);
  return null;
}

/** Offline, or the browser stores nothing: the next page tries again. What fails does not stop the rest. */
async function tried(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    console.warn('Not saved for offline use.', thrown);
  }
}
