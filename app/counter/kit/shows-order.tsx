/** Says what this tablet has open, so that the screen of its register shows it to the customer. Renders nothing. */
import { useEffect, useRef } from 'react';
import { SHOW_EVERY_MS } from '#core/sales/displays/display.ts';
import { registerIn } from './register-cookie.ts';

type Props = {
  /** 'ORD042', or the id of a walk-in. */
  order?: string;
  walkIn?: string;
  /** Cents, as typed so far. */
  received?: number | null;
  /** Whatever else changes what the screen shows. */
  version?: string | number;
};

/** The last thing typed counts: figures are not sent one by one. */
const SETTLED_MS = 400;

export function ShowsOrder({ order = '', walkIn = '', received = null, version = '' }: Props) {
  const given = received === null ? '' : String(received);
  const latest = useRef(given);
  latest.current = given;
  // What is typed, and each change of the order.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is news
  useEffect(() => {
    const timer = setTimeout(() => tell({ order, walkIn, received: given, news: '1' }), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [order, walkIn, given, version]);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') tell({ order, walkIn, received: latest.current });
    }, SHOW_EVERY_MS);
    const hide = () => tell({ order, walkIn, hide: '1' });
    window.addEventListener('pagehide', hide);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', hide);
      hide();
    };
  }, [order, walkIn]);
  return null;
}

function tell(form: Record<string, string>): void {
  if (registerIn(document.cookie) === null) return;
  const sent = { method: 'POST', body: new URLSearchParams(form), keepalive: true };
  // Without a network the screen knows nothing new, and shows nothing old.
  fetch('/counter/shown', sent).catch(() => undefined);
}
