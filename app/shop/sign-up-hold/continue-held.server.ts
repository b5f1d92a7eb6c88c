/** Decides where a sign-in leads when a sign-up holds a cart in this browser, or for this person. */

import { forgetOwnSignUp } from '#core/accounts/identity/accounts/own-sign-up.server.ts';
import { readActor } from '#core/accounts/identity/sessions/actor-queries.server.ts';
import { readSignUpHold } from '#core/sales/orders/reservations/sign-up-hold-queries.server.ts';
import { confirmedElsewhere } from './confirmed-elsewhere.server.ts';
import { readHeldHere, releaseHeldHere } from './held-here.server.ts';
import { type Continued, cookiesOf, orderHeld } from './order-held.server.ts';

/**
 * A confirmed person whose confirmation broke off before it ordered: the sign-in orders what is still held. Anyone else
 * signed in instead of confirming a sign-up of this browser: its hold ends first, because the units are theirs to
 * reserve, and checkout has the cart and the time. A sign-up that was ordered in another browser leaves this cart. null
 * when there is none of it.
 * @param to where the sign-in leads otherwise.
 * @param session the Set-Cookie lines of the new session.
 */
export async function continueHeld(
  request: Request,
  session: readonly string[],
  to: string | null,
): Promise<Continued | { to: string | null; cookies: string[] } | null> {
  const actor = await readActor(cookiesOf(session));
  if (actor.kind === 'guest') return null;
  const { userId } = actor;
  const own = await readSignUpHold(userId);
  if (own?.expiresAt) {
    const ordered = await orderHeld(request, { userId, isOwn: true, others: [] }, session);
    return ordered && { ...ordered, cookies: [...ordered.cookies, forgetOwnSignUp()] };
  }
  const elsewhere = await confirmedElsewhere(request);
  if (elsewhere) {
    const isInOrder = elsewhere.hasOrder && elsewhere.userId === userId && to?.startsWith('/checkout');
    return { to: isInOrder ? '/orders' : to, cookies: elsewhere.cookies };
  }
  if ((await readHeldHere(request)) === null) return null;
  const checkout = await releaseHeldHere(request, 'signed in instead');
  return { to: to?.startsWith('/checkout') ? checkout : to, cookies: [] };
}
