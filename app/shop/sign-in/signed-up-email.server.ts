/**
 * The address somebody has just signed up with in this browser, for the page that says where the mail went. It comes
 * from nothing but what was typed here, so the page says no more about an address that has an account than about
 * one that has none. A cookie, because the page is reloaded and comes to browsers without JavaScript too.
 */

import { email } from '#core/identity/sessions/sign-in.ts';
import { defineCookie } from '#platform/requests/cookies.ts';

/** Seconds. By then the mail has come, or a new link is asked for; a browser that others use has forgotten it. */
const REMEMBERED = 30 * 60;
const signedUpCookie = defineCookie('farmgate.signed-up', { maxAge: REMEMBERED, httpOnly: true });

/** The Set-Cookie line that remembers it. */
export function rememberSignedUpEmail(address: string): string {
  return signedUpCookie.write(encodeURIComponent(address));
}

/** null when nobody has signed up here of late, or it is no address: a cookie can be anything. */
export function signedUpEmail(request: Request): string | null {
  const read = email.safeParse(signedUpCookie.read(request.headers.get('cookie')));
  return read.success ? read.data : null;
}

/** The Set-Cookie line that forgets it, once it is confirmed. */
export const forgetSignedUpEmail = signedUpCookie.clear();
