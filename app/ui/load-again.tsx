/** Reloads pages that replace one the server cannot render at the moment; without scripts `entry.server` does. */
import { useEffect, useRef } from 'react';

/** The pause between two checks in milliseconds, and its jitter: many pages wait at the same time. */
const LOOK_EVERY_MS = 3000;
const VARIATION_MS = 2000;

/** Reloads the page as soon as the server is ready again. */
export function LoadAgainWhenBack(): null {
  useWhenBack(() => location.reload());
  return null;
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
