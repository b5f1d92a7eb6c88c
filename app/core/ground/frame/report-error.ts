/** Tells the server that a page failed in this browser. Loaded only when that happens. */
import { plainPath } from '#platform/plain-path.ts';

/** What was reported of the page that is shown, by message. */
let reported = new Map<string, Promise<boolean>>();
let page = '';

/** Returns whether the server accepted it. The same error is sent once for a page view, and at most three of one. */
export function reportError(error: unknown): Promise<boolean> {
  const message = (
    error instanceof Error ? `${error.name}: ${error.message}` : 'Something else was thrown'
  ).slice(0, 400);
  const view = `${history.state?.key ?? ''} ${location.pathname}`;
  if (view !== page) reported = new Map();
  page = view;
  const before = reported.get(message);
  if (before) return before;
  if (reported.size >= 3) return Promise.resolve(false);
  const sent = send(message);
  reported.set(message, sent);
  return sent;
}

async function send(message: string): Promise<boolean> {
  const { version } =
    (window as { __reactRouterManifest?: { version?: string } }).__reactRouterManifest ?? {};
  const body = new URLSearchParams({
    path: plainPath(location.pathname),
    message,
    version: version ?? 'unknown',
    browser: family(navigator.userAgent),
  });
  try {
    return (await fetch('/browser-errors', { method: 'POST', body, keepalive: true })).status === 204;
  } catch {
    return false;
  }
}

function family(agent: string): string {
  const [, name] = /(Edg|Firefox|Chrome|Safari)\w*\//.exec(agent) ?? [];
  if (/Edg\w*\//.test(agent)) return 'Edge';
  return name ?? 'Other';
}
