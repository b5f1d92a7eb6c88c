/** Notices, in the browser that signed up, that the sign-up was confirmed in another one. */

import { forgetOwnSignUp, ownSignUp } from '#core/accounts/identity/accounts/own-sign-up.server.ts';
import { accountCreatedPath } from '#core/accounts/identity/sessions/return-path.ts';
import { readCart, writeCartByServer } from '#core/sales/checkout/cart.ts';
import { cartCookie } from '#platform/requests/cookies.ts';
import { redirectTo } from '#platform/requests/flash.ts';
import { readOrderedBySignUp } from './confirmed-sign-up-queries.server.ts';
import { forgetNotes } from './noted-here.server.ts';
import { without } from './order-held.server.ts';

/** `cookies`: this browser forgets the sign-up, and its cart no longer has what was ordered. */
type Elsewhere = { userId: string; hasOrder: boolean; cookies: string[] };

/** null for a browser without a sign-up, and while its sign-up is not confirmed. */
export async function confirmedElsewhere(request: Request): Promise<Elsewhere | null> {
  const signUpId = ownSignUp(request);
  const ordered = signUpId === null ? null : await readOrderedBySignUp(signUpId);
  if (signUpId === null || ordered === null) return null;
  const cookies = [forgetOwnSignUp()];
  if (ordered.length === 0) return { userId: signUpId, hasOrder: false, cookies };
  const cart = readCart(cartCookie.read(request.headers.get('cookie')));
  const left = writeCartByServer(without(cart, ordered));
  return {
    userId: signUpId,
    hasOrder: true,
    cookies: [...cookies, cartCookie.write(left), forgetNotes()],
  };
}

/** A guard: leads a guest to the page that says so, once; `returnTo` is where the sign-in continues if nothing was ordered. */
export async function requireUnconfirmed(request: Request, returnTo: string | null): Promise<void> {
  const elsewhere = await confirmedElsewhere(request);
  if (elsewhere === null) return;
  const { hasOrder, cookies } = elsewhere;
  const path = accountCreatedPath(hasOrder ? '/orders' : returnTo);
  const confirmed = hasOrder ? 'order' : 'account';
  throw redirectTo(`${path}${path.includes('?') ? '&' : '?'}confirmed=${confirmed}`, cookies);
}
