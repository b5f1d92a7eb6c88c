/** Prints on this tablet's printer while a page of the counter is open. Renders nothing. */
import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { dataSince } from '#ui/live/data-age.ts';
import { onOwnPrinter, ownPrinter } from './own-printer.ts';

const SET_UP = '/counter/printer';

export function PrintsHere() {
  const isOn = useSyncExternalStore(
    onOwnPrinter,
    () => ownPrinter() !== null,
    () => false,
  );
  const isSetUp = useLocation().pathname === SET_UP;
  useEffect(() => {
    if (!isOn && !isSetUp) return;
    // A document of another wing reaches no devices, also when its pages have become the counter's.
    if (!beganAtCounter()) return window.location.reload();
    if (!isOn) return;
    const end = new AbortController();
    import('./run-printer.ts').then(({ runPrinter, lookNow }) => {
      if (!end.signal.aborted) runPrinter(end.signal);
      return listen(lookNow, end.signal);
    }, nothing);
    return () => end.abort();
  }, [isOn, isSetUp]);
  return null;
}

/** Papers are announced as orders are. */
async function listen(look: () => void, signal: AbortSignal): Promise<void> {
  const { subscribe } = await import('#ui/live/live-tabs.ts');
  if (signal.aborted) return;
  const stop = subscribe(['orders'], dataSince(), look);
  signal.addEventListener('abort', stop);
}

const nothing = () => undefined;

function beganAtCounter(): boolean {
  const [began] = performance.getEntriesByType('navigation');
  return began === undefined || new URL(began.name).pathname.startsWith('/counter');
}
