/** Loads checkout for a customer, for a guest, and for a guest whose sign-up already holds something. */
import type { Actor } from '#core/ground/access/actor.ts';
import { writeCart } from '#core/sales/checkout/cart.ts';
import { NO_NOTES, typedNotes } from '#core/sales/orders/order-notes.ts';
import { newId } from '#kernel/ids.ts';
import { isMailOff } from '#platform/outgoing/mail.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { signedUpEmail } from '#shop/sign-in/signed-up-email.server.ts';
import { requireUnconfirmed } from '#shop/sign-up-hold/confirmed-elsewhere.server.ts';
import { type HeldHere, readHeldHere } from '#shop/sign-up-hold/held-here.server.ts';
import { notedHere } from '#shop/sign-up-hold/noted-here.server.ts';
import { cartOf } from './answer-checkout.server.ts';
import { readInstantText, readReservationIds } from './checkout-form.ts';
import { readCheckout } from './checkout-queries.server.ts';

/**
 * What a guest's sign-up holds, and the address of its mail; by now the person may have signed in to another account.
 * `isMailOff`: no link was sent, because the shop has no mail server.
 */
export type HeldCheckout = { held: HeldHere; email: string | null; isSignedIn: boolean; isMailOff: boolean };

export async function readCheckoutPage(request: Request, url: URL, actor: Actor) {
  if (actor.kind === 'guest') await requireUnconfirmed(request, url.pathname + url.search);
  const reservationIds = readReservationIds(url.searchParams);
  const isCart = !url.searchParams.has('reservation');
  const lines = cartOf(request);
  const held = isCart ? await readHeldHere(request) : null;
  const view = await readCheckout(actor, isCart ? { lines } : { reservationIds });
  if (!view) throw redirectWithFlash('/orders', 'That reservation has ended or was not found.', 'info');
  const slot = readInstantText(url.searchParams.get('slot'));
  const waiting: HeldCheckout | null = held && {
    held,
    email: signedUpEmail(request),
    isSignedIn: actor.kind === 'user',
    isMailOff: isMailOff(),
  };
  // Notes of a cart, not of a reservation.
  const notes = typedNotes(isCart ? notedHere(request) : NO_NOTES);
  return { view, key: newId<string>(), cart: writeCart(lines), slot, notes, waiting };
}
