/**
 * Stores the visitor's statement that they are 21 or older in the browser: in storage under `age_verified`, the moment
 * until which it is valid (ISO), and the same in a cookie so that the server need not render the gate.
 */
import { ageCookie, hasAffirmedAge } from '#platform/requests/cookies.ts';
import { onPageReturn } from '#ui/live/page-return.ts';

const DAY_MS = 86_400_000;

/** On <html>: 'open' while the gate covers the page. app.css hides the shop by it. */
export const GATE_ATTRIBUTE = 'data-age-gate';

/**
 * Pages that open without the statement. The gate itself refers to the terms and the privacy policy, and sends people
 * to /restricted; the API's documentation is for programs. None of them shows or advertises a product. Everything else does, in its text or in its links, so
 * everything else waits. The gate is not a lock: crawlers read the pages behind it. The birth date at checkout and the
 * ID check at hand-over protect minors.
 */
const ungated = new Set(['/restricted', '/terms', '/privacy', '/developers']);

/** Whether the gate covers this path. Paths match as routes do: in any case, with or without a trailing slash. */
export function isGated(pathname: string): boolean {
  return !ungated.has(pathname.toLowerCase().replace(/(?<=.)\/+$/, ''));
}

/** The stored value: until when an affirmation made now is valid. */
export function affirmationUntil(now: number, days: number): string {
  return new Date(now + days * DAY_MS).toISOString();
}

/**
 * Runs in <head> before the first paint: opens the shop to visitors whose storage still has their statement, restores
 * the server's cookie, and deletes an expired statement. A bare 'true', as older versions of the shop stored it, starts
 * its term today. A term longer than ours by more than a day is invalid; the day allows for devices whose clock was
 * corrected since.
 */
export function restoreScript(days: number): string {
  return `(function(d,k,n,m,a,t){try{var h=/^https:/.test(d.URL)?'__Host-':'',c=RegExp('(?:^|; *)'+h+k+'=[^;]').test(d.cookie),v=localStorage.getItem(k);if(v==='true')localStorage.setItem(k,v=new Date(n+m).toISOString());t=Date.parse(v);if(t>n&&t<=n+m+a){d.documentElement.removeAttribute('${GATE_ATTRIBUTE}');if(!c)d.cookie=h+k+'='+encodeURIComponent(v)+';path=/;samesite=lax;max-age='+Math.floor(Math.min(t-n,m)/1000)+(h&&';secure')}else if(v)localStorage.removeItem(k)}catch(e){}})(document,'${ageCookie.name}',Date.now(),${days * DAY_MS},${DAY_MS})`;
}

const listeners = new Set<() => void>();
let affirmedHere: boolean | null = null;

/** For useSyncExternalStore. */
export function onAffirmation(listener: () => void): () => void {
  listeners.add(listener);
  const stop = onPageReturn(() => {
    affirmedHere = null;
    listener();
  });
  return () => {
    stop();
    listeners.delete(listener);
  };
}

/** Whether this browser has the statement; the head script has already deleted an expired one. */
export function holdsAffirmation(): boolean {
  affirmedHere ??= readStored() !== null || hasAffirmedAge(document.cookie);
  return affirmedHere;
}

/** Where the router stores how far each page was scrolled, as a page is left. */
const SCROLLED = 'react-router-scroll-positions';

/**
 * Who has not said that they are an adult leaves nothing in the browser, not even how far they scrolled. A page becomes
 * hidden after the router has stored it. Returns what ends it.
 */
export function leaveNothing(): () => void {
  const forget = () => {
    if (document.visibilityState !== 'hidden' || holdsAffirmation()) return;
    try {
      sessionStorage.removeItem(SCROLLED);
    } catch {
      // Storage that is refused holds nothing.
    }
  };
  document.addEventListener('visibilitychange', forget);
  return () => document.removeEventListener('visibilitychange', forget);
}

/** Stores the visitor's statement for `days` days. If storage is refused, only the cookie has it. */
export function saveAffirmation(days: number): void {
  try {
    localStorage.setItem(ageCookie.name, affirmationUntil(Date.now(), days));
  } catch {
    // Private windows may refuse storage; the server's cookie is enough.
  }
  affirmedHere = true;
  for (const listener of listeners) listener();
}

function readStored(): string | null {
  try {
    return localStorage.getItem(ageCookie.name);
  } catch {
    return null;
  }
}
