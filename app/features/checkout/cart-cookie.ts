/** The cookie through which the server sees the cart, written by scripts and by the server alike. */
import { CART_COOKIE, hostCookieName } from '#platform/cookies.ts';

const DAYS = 30;

/**
 * Set-Cookie, or what `document.cookie` takes, for what `writeCart` wrote. An emptied cart is an empty value and
 * not a missing cookie, so that a cart the server has emptied differs from one whose cookie has run out.
 */
export function cartCookie(value: string, secure: boolean): string {
  const name = secure ? hostCookieName(CART_COOKIE) : CART_COOKIE;
  return `${name}=${value}; Path=/; Max-Age=${DAYS * 86_400}; SameSite=Lax${secure ? '; Secure' : ''}`;
}
