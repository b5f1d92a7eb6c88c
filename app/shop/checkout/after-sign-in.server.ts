/** Decides where a sign-in leads when a sign-up holds a cart in this browser, or for this person. */

import { readActor } from '#core/identity/sessions/actor-queries.server.ts';
import { readSignUpHold } from '#core/orders/reservations/sign-up-hold-queries.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readHeldHere, releaseHeldHere } from './held-here.server.ts';
import { type Continued, cookiesOf, orderHeld } from './order-held.server.ts';

/**
 * A confirmed person whose confirmation broke off before it ordered: the sign-in orders what is still held. Anyone else
 * signed in instead of confirming a sign-up of this browser: its hold ends first, because the units are theirs to
 * reserve, and checkout has the cart and the time. null when nothing is held.
 * @param to where the sign-in leads otherwise.
 * @param session the Set-Cookie lines of the new session.
 */
export async function continueHeld(
  request: Request,
  session: readonly string[],
  to: string | null,
): Promise<Continued | { to: string } | null> {
  const actor = await readActor(cookiesOf(session));
  if (actor.kind === 'guest') return null;
  const { userId } = actor;
  const own = await readSignUpHold(userId);
  if (own?.expiresAt) return orderHeld(request, { userId, isOwn: true, others: [] }, session);
  if ((await readHeldHere(request)) === null) return null;
  const checkout = await releaseHeldHere(request, 'signed in instead');
  return to?.startsWith('/checkout') ? { to: checkout } : null;
}

/**
 * Redirects a person who has just signed in, with a message. The Set-Cookie lines `also` are no part of the session.
 */
export async function redirectSignedIn(
  request: Request,
  session: readonly string[],
  { to, message, also = [] }: { to: string; message: string; also?: readonly string[] },
): Promise<Response> {
  const held = await continueHeld(request, session, to);
  const cookies = [...also, ...session];
  return held && 'message' in held
    ? redirectWithFlash(held.to, held.message, held.tone, [...cookies, ...held.cookies])
    : redirectWithFlash(held?.to ?? to, message, 'success', cookies);
}
