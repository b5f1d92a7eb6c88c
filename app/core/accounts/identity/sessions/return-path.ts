/** Decides where a sign-in leads: only to a path of this site, whatever the link says. */
import { safeReturnPath as pathOfOurs } from '#platform/requests/return-path.ts';

/** Returning there would sign out again, ask for the sign-in again, or open a link that works once a second time. */
const pointless =
  /^\/(?:login|sign-out|set-up|join|confirm-email|undo-email-change|reset-password|forgot-password|resend-confirmation|account-created|security\/confirm|admin\/confirm)(?:[/?#]|$)/i;

/** Proxies and frameworks may each decode once; no chain decodes more often than this. */
const READINGS = 4;

/**
 * The path, with query, if it leads to a page of this site; null otherwise. A browser, a proxy and a framework may read
 * one text differently, so it is refused when any reading leaves the site: as written, and decoded once, twice, three
 * times.
 */
export function safeReturnPath(wanted: unknown): string | null {
  if (typeof wanted !== 'string' || pointless.test(wanted)) return null;
  let reading = wanted;
  for (let count = 0; count < READINGS; count++) {
    const [beforeQuery = ''] = reading.split(/[?#]/, 1);
    if (pathOfOurs(reading, '') === '' || beforeQuery.includes('//') || invisible.test(reading)) return null;
    const decoded = decode(reading);
    if (decoded === null || decoded === reading) break;
    reading = decoded;
  }
  return pathOfOurs(wanted, '').replace(/#.*$/s, '') || null;
}

/** Line breaks and control characters that no address contains, in addition to those refused elsewhere. */
const invisible = /[\u0080-\u009f\u2028\u2029\ufeff]/;

/** Null when it cannot be decoded: a lone % in a search is harmless if the reading before it was. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Where the next person takes a shared tablet over. */
export const SWITCH_PATH = '/counter/switch';

export type LoginMode = 'signin' | 'signup' | 'admin';

/** The mode a link or a form asks for; anything unknown is the customer sign-in. */
export function loginMode(wanted: unknown): LoginMode {
  return wanted === 'signup' || wanted === 'admin' ? wanted : 'signin';
}

/** The sign-in page in a mode; it returns to `returnTo` if that is one of our pages. */
export function loginPath(returnTo: string | null = null, mode: LoginMode = 'signin'): string {
  const query = new URLSearchParams();
  if (mode !== 'signin') query.set('mode', mode);
  const safe = safeReturnPath(returnTo);
  if (safe !== null && safe !== '/') query.set('returnTo', safe);
  return query.size === 0 ? '/login' : `/login?${query}`;
}

/** The page after a sign-up, which says what to do next and passes the sign-in's return path on. */
export function accountCreatedPath(returnTo: unknown): string {
  const safe = safeReturnPath(returnTo);
  return safe === null ? '/account-created' : `/account-created?${new URLSearchParams({ returnTo: safe })}`;
}

/** The page that requests a new confirmation link. */
export const RESEND_CONFIRMATION_PATH = '/resend-confirmation';

/** The page of a sign-in's second step, with the sign-in's return path. */
export function secondFactorPath(returnTo: string | null, mode: LoginMode): string {
  return loginPath(returnTo, mode === 'admin' ? 'admin' : 'signin').replace('/login', SECOND_FACTOR_PATH);
}

const SECOND_FACTOR_PATH = '/login/second-factor';
/** The pages that set up two-factor sign-in. */
export const AUTHENTICATOR_PATH = '/security/authenticator';
export const TEXT_FACTOR_PATH = '/security/text-messages';

/**
 * Where a finished sign-in leads: to the return path, or else by mode and door. Null means that the dialog stays on its
 * page.
 */
export function afterSignIn(sign: {
  mode: LoginMode;
  door: 'page' | 'dialog';
  returnTo: unknown;
}): string | null {
  const asked = safeReturnPath(sign.returnTo);
  if (asked !== null) return asked;
  if (sign.mode === 'admin') return sign.door === 'dialog' ? '/admin' : '/admin/dashboard';
  return sign.door === 'dialog' ? null : '/products';
}
