/**
 * Remembers the address just used to sign up in this browser, for the page that says where the mail went. It only
 * contains what was typed here, so the page reveals no more about an address with an account than about one without. A
 * cookie, because the page is reloaded and browsers without JavaScript get it too.
 */

import { email } from '#core/accounts/identity/sessions/sign-in.ts';
import { defineCookie } from '#platform/requests/cookies.ts';

/** Seconds. By then the mail has arrived or the person requests a new link, and a shared browser has deleted it. */
const REMEMBERED = 30 * 60;
const signedUpCookie = defineCookie('farmgate.signed-up', { maxAge: REMEMBERED, httpOnly: true });

/** The Set-Cookie line that saves it. */
export function rememberSignedUpEmail(address: string): string {
  return signedUpCookie.write(encodeURIComponent(address));
}

/** null if there was no recent sign-up here, or it is not an address: a cookie can contain anything. */
export function signedUpEmail(request: Request): string | null {
  const read = email.safeParse(signedUpCookie.read(request.headers.get('cookie')));
  return read.success ? read.data : null;
}

/** The Set-Cookie line that deletes it after confirmation. */
export const forgetSignedUpEmail = signedUpCookie.clear();
