/** Reloads pages that replace one the server cannot render at the moment. */
import { useEffect, useRef } from 'react';

/** Without scripts the browser reloads after this many seconds. */
const REFRESH_SECONDS = 10;
/** The pause between two checks in milliseconds, and its jitter: many pages wait at the same time. */
const LOOK_EVERY_MS = 3000;
const VARIATION_MS = 2000;

/** Reloads the page as soon as the server is ready again. */
export function LoadAgainWhenBack() {
  useWhenBack(() => location.reload());
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(REFRESH_SECONDS)} />
    </noscript>
  );
}

/** Calls `then` once, when the server is ready again. */
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
