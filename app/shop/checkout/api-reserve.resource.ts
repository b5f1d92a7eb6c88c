/** POST /api/reserve: 'Reserve for Pickup', from a plain form or by fetch (specification section 8). */

import { redirect } from 'react-router';
import { loginPath } from '#core/accounts/identity/sessions/return-path.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { MAXIMUM_QUANTITY } from '#core/sales/checkout/cart.ts';
import { reserveProduct } from '#core/sales/checkout/reserve-product.server.ts';
import { reservedMessage, reserveMessage, reserveProblemKind } from '#core/sales/checkout/reserve-rules.ts';
import { wholeNumber } from '#kernel/number.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { problemJson } from '#platform/requests/problem-response.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import type { Route } from './+types/api-reserve.resource';
import { readReserving, reservingCookie, writeReserving } from './reserving.ts';

export function loader() {
  return redirect('/products');
}

export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== 'POST') return new Response(null, { status: 405, headers: { Allow: 'POST' } });
  const isFetch = request.headers.get('accept')?.includes('application/json') ?? false;
  const form = await requestForm(request);
  const productId = wholeNumber(form.get('productId'));
  const quantity = wholeNumber(form.get('quantity'), MAXIMUM_QUANTITY);
  const productPath = productId === null ? '/products' : `/products/${productId}`;
  if (productId === null || quantity === null) {
    const message = 'Failed to reserve product. Please choose a quantity of 1 or more.';
    return isFetch ? problemJson('invalid', message) : redirectWithFlash(productPath, message, 'error');
  }

  const outcome = await reserveProduct(context.get(actorContext), {
    productId,
    quantity,
    key: String(form.get('key') ?? ''),
    again: form.get('again') === 'yes',
  });
  // What a guest pressed is done once they have an answer.
  const isRemembered = readReserving(request.headers.get('cookie')) !== null;
  const forget = isRemembered ? [reservingCookie.clear()] : [];
  const forgetting = forget.map((line): [string, string] => ['Set-Cookie', line]);
  if (outcome.ok) {
    const { became, reservationId } = outcome.value;
    const message = reservedMessage(outcome.value);
    const isHeld = became.kind === 'held';
    const to = isHeld ? `/checkout?reservation=${reservationId}` : '/orders';
    if (isFetch) return Response.json({ message, to, isSaidThere: isHeld }, { headers: forgetting });
    // Checkout says it in its place: a message at the edge would lie on the pickup times.
    return isHeld ? redirect(to, { headers: forgetting }) : redirectWithFlash(to, message, 'info', forget);
  }
  const { problem } = outcome;
  const message = reserveMessage(problem);
  if (problem.kind === 'not-signed-in') {
    const login = loginPath('/reserve');
    const cookie = reservingCookie.write(writeReserving({ productId, quantity }));
    return isFetch
      ? problemJson('not-signed-in', message, { login, cookie })
      : redirectWithFlash(login, message, 'info', [cookie]);
  }
  if (problem.kind === 'same-again') {
    // Needs another press to confirm, which the product page offers.
    return isFetch
      ? Response.json({ message, again: true }, { status: 409, headers: forgetting })
      : redirect(`${productPath}?again=${quantity}`, { headers: forgetting });
  }
  return isFetch
    ? problemJson(reserveProblemKind(problem), message)
    : redirectWithFlash(problem.kind === 'not-found' ? '/products' : productPath, message, 'error', forget);
}
