/** Orders what a sign-up holds, once its email is confirmed. */

import type { Confirmed } from '#core/accounts/identity/accounts/confirm-sign-up.server.ts';
import { readActor } from '#core/accounts/identity/sessions/actor-queries.server.ts';
import { type CartLine, readCart, writeCart, writeCartByServer } from '#core/sales/checkout/cart.ts';
import { checkoutMessage } from '#core/sales/checkout/checkout-rules.ts';
import { placeOrder } from '#core/sales/checkout/place-order.server.ts';
import { releaseSignUpHold } from '#core/sales/orders/reservations/release-sign-up-hold.server.ts';
import { readSignUpHold } from '#core/sales/orders/reservations/sign-up-hold-queries.server.ts';
import { instantOf } from '#kernel/time.ts';
import { OutcomeUnknown } from '#platform/database-error.ts';
import { log } from '#platform/log.ts';
import { asSentBack, cartCookie } from '#platform/requests/cookies.ts';
import { checkoutPath } from './held-here.server.ts';
import { forgetNotes } from './noted-here.server.ts';

/** Where the person continues, the message there, and the cart's cookie. */
export type Continued = { to: string; message: string; tone: 'success' | 'info'; cookies: string[] };

/**
 * Orders what the confirmed sign-up holds and releases what the address's other sign-ups hold; null when it never held
 * anything. Whatever cannot be ordered is released, and its cart and time are at checkout. A person who confirmed with a
 * new password has not shown that the cart is theirs: nothing is ordered.
 * @param session the Set-Cookie lines of the session that the confirmation started; none when it could not start one.
 */
export async function orderHeld(
  request: Request,
  { userId, isOwn, others }: Pick<Confirmed, 'userId' | 'isOwn' | 'others'>,
  session: readonly string[],
): Promise<Continued | null> {
  for (const id of others) await releaseSignUpHold(id, 'another sign-up of the address was confirmed');
  const hold = isOwn ? await readSignUpHold(userId) : null;
  if (hold === null) return null;
  const actor = await readActor(cookiesOf(session));
  if (actor.kind === 'guest') {
    await releaseSignUpHold(userId, 'confirmed without a sign-in');
    return null;
  }
  const order = () =>
    placeOrder(actor, {
      key: userId,
      lines: [],
      reservationId: null,
      fromSignUp: true,
      slotStartsAt: null,
      birthDate: null,
      expectedTotal: null,
    });
  const placed = await order()
    .catch((error: unknown) => {
      if (!(error instanceof OutcomeUnknown)) throw error;
      // The same key finds the order, if it was made: a person who reads that it failed reserves again.
      return order();
    })
    .catch((error: unknown) => {
      log.error({ err: error }, 'ordering what a sign-up held failed');
      return { ok: false, problem: { kind: 'order-failed' } } as const;
    });
  const cart = readCart(cartCookie.read(request.headers.get('cookie')));
  if (placed.ok)
    return {
      to: `/success?order=${placed.value.orderId}`,
      message: 'Pickup reserved & order created!',
      tone: 'success',
      cookies: [
        cartCookie.write(
          writeCart(
            without(
              cart,
              hold.lines.map(({ productId }) => productId),
            ),
          ),
        ),
        forgetNotes(),
      ],
    };
  await releaseSignUpHold(userId, 'could not be ordered');
  return {
    to: checkoutPath(instantOf(hold.pickupStartsAt).toString()),
    message: `Your email is confirmed. ${checkoutMessage(placed.problem)}`,
    tone: 'info',
    // Another browser gets the cart that was held.
    cookies: cart.length > 0 ? [] : [cartCookie.write(writeCartByServer(hold.lines))],
  };
}

/** The headers of a browser that has received these Set-Cookie lines. */
export const cookiesOf = (lines: readonly string[]): Headers =>
  new Headers({ cookie: lines.map(asSentBack).join('; ') });

/** The cart without these products. */
export const without = (cart: readonly CartLine[], ordered: readonly number[]): CartLine[] =>
  cart.filter(({ productId }) => !ordered.includes(productId));
