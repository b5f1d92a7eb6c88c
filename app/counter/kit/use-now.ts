/** The current time for words such as 'in 25 min', without a difference between server and browser. */
import { useEffect, useState } from 'react';

const STEP_MS = 15_000;

/** @param loaded when the data was read, by the server's clock, in milliseconds; the time since then is added. */
export function useNow(loaded: number): number {
  const [now, setNow] = useState(loaded);
  useEffect(() => {
    const started = performance.now();
    const tick = () => setNow(loaded + performance.now() - started);
    const timer = setInterval(tick, STEP_MS);
    return () => clearInterval(timer);
  }, [loaded]);
  return Math.max(now, loaded);
}
