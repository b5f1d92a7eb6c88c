/** Where a sign-in leads afterwards: a path of our own and nothing else, whatever the link that asked says. */
import { safeReturnPath as pathOfOurs } from '#platform/requests/return-path.ts';

/** Going back there would sign out again, or ask for the sign-in once more. */
const pointless =
  /^\/(?:login|sign-out|confirm-email|reset-password|forgot-password|resend-confirmation|account-created|security\/confirm)(?:[/?#]|$)/i;

/** Proxies and frameworks may each decode once; more than this many times nobody does. */
const READINGS = 4;

/**
 * The path, with query, if it leads to a page of this very site; null otherwise. A browser, a proxy and a
 * framework may read one text differently, so it is refused when it leaves the site in any reading: as it
 * stands, and decoded once, twice, three times.
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

/** Line breaks and controls that no address has, beyond those that are refused anyway. */
const invisible = /[\u0080-\u009f\u2028\u2029\ufeff]/;

/** null where it cannot be decoded: a lone % in a search is harmless once the reading before it was. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

export type LoginMode = 'signin' | 'signup' | 'admin';

/** The mode a link or a form asks for; anything unknown is the customer's sign-in. */
export function loginMode(wanted: unknown): LoginMode {
  return wanted === 'signup' || wanted === 'admin' ? wanted : 'signin';
}

/** The sign-in page, in a mode, coming back to `returnTo` where that is a page of ours. */
export function loginPath(returnTo: string | null = null, mode: LoginMode = 'signin'): string {
  const query = new URLSearchParams();
  if (mode !== 'signin') query.set('mode', mode);
  const safe = safeReturnPath(returnTo);
  if (safe !== null && safe !== '/') query.set('returnTo', safe);
  return query.size === 0 ? '/login' : `/login?${query}`;
}

/** The page that follows a sign-up and says what to do; it knows where the sign-in is to lead. */
export function accountCreatedPath(returnTo: unknown): string {
  const safe = safeReturnPath(returnTo);
  return safe === null ? '/account-created' : `/account-created?${new URLSearchParams({ returnTo: safe })}`;
}

/** Where a new confirmation link is requested. */
export const RESEND_CONFIRMATION_PATH = '/resend-confirmation';

/** The page of a sign-in's second step, which goes on to where the sign-in was to lead. */
export function secondFactorPath(returnTo: string | null, mode: LoginMode): string {
  return loginPath(returnTo, mode === 'admin' ? 'admin' : 'signin').replace('/login', SECOND_FACTOR_PATH);
}

const SECOND_FACTOR_PATH = '/login/second-factor';
/** Where two-factor sign-in is set up. */
export const AUTHENTICATOR_PATH = '/security/authenticator';
export const TEXT_FACTOR_PATH = '/security/text-messages';

/**
 * Where a finished sign-in leads: back to the page that asked, else by door.
 * The dialog stays where it was opened, which is what null means.
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
