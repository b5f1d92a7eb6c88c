/** Pages that stand in for one that could not be made for the moment: they ask again by themselves. */
import { useEffect, useRef } from 'react';

/** Without scripts the browser asks again after so many seconds. */
const REFRESH_SECONDS = 10;
/** Pause between two looks in milliseconds, and by how much it varies: many pages wait at the same time. */
const LOOK_EVERY_MS = 3000;
const VARIATION_MS = 2000;

/** Loads the page anew as soon as the shop says that it can answer again. */
export function LoadAgainWhenBack() {
  useWhenBack(() => location.reload());
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(REFRESH_SECONDS)} />
    </noscript>
  );
}

/** Calls `then` once, when the shop says that it can answer again. */
export function useWhenBack(then: () => void): void {
  const latest = useRef(then);
  useEffect(() => {
    latest.current = then;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const later = () => {
      timer = setTimeout(look, LOOK_EVERY_MS + Math.random() * VARIATION_MS);
    };
    const look = async () => {
      const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
      if (answer?.ok) latest.current();
      else later();
    };
    later();
    return () => clearTimeout(timer);
  }, []);
}
