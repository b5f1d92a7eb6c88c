/**
 * The visitor's word that they are 21 or older, as the browser keeps it: in storage under `age_verified`, the
 * moment until which it holds (ISO), and the same in a cookie so that the server need not draw the gate.
 */
import { ageCookie, hasAffirmedAge } from '#platform/requests/cookies.ts';

const DAY_MS = 86_400_000;

/** On <html>: 'open' while the gate stands before the page. app.css hides the shop by it. */
export const GATE_ATTRIBUTE = 'data-age-gate';

/**
 * Pages that open without the word. The terms and the privacy policy are what the gate itself refers to, and
 * /restricted is where it sends people; none of them shows or advertises a product. Everything else does, in
 * its own text or in its links, so everything else waits. The gate is no lock: crawlers read the pages beneath it. The
 * birth date at checkout and the ID check at hand-over protect minors.
 */
const ungated = new Set(['/restricted', '/terms', '/privacy']);

/** Whether the gate stands before this path. Paths match as routes do: in any case, with or without a last slash. */
export function isGated(pathname: string): boolean {
  return !ungated.has(pathname.toLowerCase().replace(/(?<=.)\/+$/, ''));
}

/** The value that is stored: until when an affirmation made now holds. */
export function affirmationUntil(now: number, days: number): string {
  return new Date(now + days * DAY_MS).toISOString();
}

/**
 * Runs in <head> before anything is painted: opens the shop to those whose storage still holds their word,
 * gives the server its cookie back, and forgets a word that has run out. A bare 'true', as older versions of
 * the shop stored it, starts its term today; a term longer than ours is no term of ours, but for a day: clocks
 * of phones and computers are set right now and then, and a word given before that still counts.
 */
export function restoreScript(days: number): string {
  return `(function(d,k,n,m,a,t){try{var h=/^https:/.test(d.URL)?'__Host-':'',c=RegExp('(?:^|; *)'+h+k+'=[^;]').test(d.cookie),v=localStorage.getItem(k);if(v==='true')localStorage.setItem(k,v=new Date(n+m).toISOString());t=Date.parse(v);if(t>n&&t<=n+m+a){d.documentElement.removeAttribute('${GATE_ATTRIBUTE}');if(!c)d.cookie=h+k+'='+encodeURIComponent(v)+';path=/;samesite=lax;max-age='+Math.floor(Math.min(t-n,m)/1000)+(h&&';secure')}else if(v)localStorage.removeItem(k)}catch(e){}})(document,'${ageCookie.name}',Date.now(),${days * DAY_MS},${DAY_MS})`;
}

const listeners = new Set<() => void>();
let affirmedHere: boolean | null = null;

/** For useSyncExternalStore. */
export function onAffirmation(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether this browser holds the word; the head script has already removed one that ran out. */
export function holdsAffirmation(): boolean {
  affirmedHere ??= readStored() !== null || hasAffirmedAge(document.cookie);
  return affirmedHere;
}

/** Keeps the visitor's word for `days` days. Where storage is refused, the cookie alone holds it. */
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
