/** Sends what is typed into a form of the counter soon after, so that a reload of its page brings it back. */
import { useEffect, useRef } from 'react';

/** Longer than a slow scanner takes for a product code: its first key is in the field until the scan is known to be one. */
const QUIET_MS = 1500;

/** @param to null where nothing is sent, as without a network. The barcode is never sent. */
export function useTyped(to: string | null) {
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; send: () => void } | null>(null);
  const cancel = () => {
    if (waiting.current) clearTimeout(waiting.current.timer);
    waiting.current = null;
  };
  // Who leaves for another page, and comes back, finds what was typed last.
  useEffect(() => () => waiting.current?.send(), []);
  const save = (form: HTMLFormElement) => {
    cancel();
    if (to === null) return;
    const send = () => {
      waiting.current = null;
      const body = new URLSearchParams();
      for (const [name, value] of new FormData(form))
        if (typeof value === 'string' && name !== 'barcode') body.set(name, value);
      fetch(to, { method: 'POST', body, keepalive: true }).catch(() => undefined);
    };
    waiting.current = { timer: setTimeout(send, QUIET_MS), send };
  };
  /** `cancel`: the form itself is on its way. */
  return { save, cancel };
}
