/** Answers the checkout form: an order, a refusal with all entered values, or the cart without what is gone. */
import { data, redirect } from 'react-router';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readCart, writeCart } from '#core/sales/checkout/cart.ts';
import { type CheckoutProblem, checkoutMessage } from '#core/sales/checkout/checkout-rules.ts';
import { placeOrder } from '#core/sales/checkout/place-order.server.ts';
import { hasEnded, orderStatusLabel } from '#core/sales/orders/order.ts';
import { newId } from '#kernel/ids.ts';
import { databaseErrorCode, FOREIGN_KEY_VIOLATION } from '#platform/database-error.ts';
import { log } from '#platform/log.ts';
import { cartCookie } from '#platform/requests/cookies.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { readCartView } from '#shop/cart/cart-queries.server.ts';
import { reservableLines } from '#shop/cart/cart-view.ts';
import { answerOf } from '#shop/kit/answer-of.ts';
import { orderNotesForm } from '#shop/orders/order-notes-form.ts';
import { releaseHeldHere } from '#shop/sign-up-hold/held-here.server.ts';
import { forgetNotes } from '#shop/sign-up-hold/noted-here.server.ts';
import {
  answerTo,
  type CheckoutAnswer,
  type CheckoutForm,
  fieldOf,
  type Refusal,
  readCheckoutForm,
} from './checkout-form.ts';

export const cartOf = (request: Request) => readCart(cartCookie.read(request.headers.get('cookie')));

/** @param requestId for the log. */
export async function answerCheckout(request: Request, actor: SignedIn, sent: FormData, requestId: string) {
  if (sent.get('intent') === 'change')
    return redirect(await releaseHeldHere(request, 'the customer changed the cart'));
  const form = readCheckoutForm(sent);
  if (sent.get('intent') === 'rest') return continueWithRest(form, request);

  const read = readForm(sent, orderNotesForm);
  if (!read.ok) {
    const missing = timeMissing(form);
    return answerOf({
      ...answerTo(form, form.key, missing && refusalOf(form, missing)),
      details: read.refused(),
    });
  }
  const [reservationId = null, ...withReservations] = form.reservationIds;
  const input = { ...form, reservationId, withReservations, notes: read.value };
  const outcome = await placeOrder(actor, input).catch((error: unknown) => {
    // The account was deleted while the order waited: answered like any form of a signed-out visitor.
    if (databaseErrorCode(error) === FOREIGN_KEY_VIOLATION) throw error;
    log.error({ err: error, request: requestId }, 'checkout failed');
    return { ok: false, problem: { kind: 'order-failed' } } as const;
  });
  if (!outcome.ok) return refused(form, outcome.problem);
  const { orderId, status, repeated } = outcome.value;
  if (repeated && hasEnded(status)) {
    // The same press, sent again after its order ended: return that order as it is now.
    const became = orderStatusLabel[status].toLowerCase();
    return redirectWithFlash('/orders', `You reserved this as ${orderId}. That order is now ${became}.`);
  }
  const ordered = new Set(form.lines.map((line) => line.productId));
  const rest = cartOf(request).filter((line) => !ordered.has(line.productId));
  return redirectWithFlash(
    `/success?order=${orderId}`,
    'Pickup reserved & order created!',
    'success',
    form.reservationIds.length === 0 ? [cartCookie.write(writeCart(rest)), forgetNotes()] : [],
  );
}

/** Shown with the errors of the fields, so that customers see every problem at once. */
export const timeMissing = ({ slotStartsAt }: CheckoutForm): CheckoutProblem | null =>
  slotStartsAt === null ? { kind: 'pickup-time-missing' } : null;

/** The problem in words, and what the page offers to do about it. */
export function refusalOf(form: CheckoutForm, problem: CheckoutProblem): Refusal {
  return {
    message: checkoutMessage(problem),
    field: fieldOf(problem),
    offersRest: problem.kind === 'not-available' && form.reservationIds.length === 0,
    offersAgain: problem.kind === 'same-again',
  };
}

function refused(form: CheckoutForm, problem: CheckoutProblem) {
  // An attempt id that belongs to another order is replaced; any other stays.
  const isNew = problem.kind === 'cart-changed' || form.key === '';
  const refusal = refusalOf(form, problem);
  return answerOf(answerTo(form, isNew ? newId<string>() : form.key, refusal), problem);
}

/** Removes what is no longer available from the cart. */
export async function continueWithRest(
  form: CheckoutForm,
  request: Request,
  details: CheckoutAnswer['details'] = null,
) {
  const rest = reservableLines(await readCartView(cartOf(request)));
  const key = form.key === '' ? newId<string>() : form.key;
  return data(
    { ...answerTo(form, key, null), details },
    { headers: { 'Set-Cookie': cartCookie.write(writeCart(rest)) } },
  );
}
