/** POST /api/reserve: 'Reserve for Pickup', from a plain form or by fetch (specification section 8). */
import { redirect } from 'react-router';
import { MAXIMUM_QUANTITY } from '#features/checkout/cart.ts';
import { wholeNumber } from '#features/checkout/change-cart.ts';
import { reserveProduct } from '#features/checkout/reserve-product.server.ts';
import { reserveMessage } from '#features/checkout/reserve-rules.ts';
import { actorContext } from '#features/identity/actor-context.ts';
import { loginPath } from '#features/identity/return-path.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import type { Route } from './+types/api-reserve';

const MAXIMUM_ID = 2_147_483_647;

export function loader() {
  return redirect('/products');
}

export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== 'POST') return new Response(null, { status: 405, headers: { Allow: 'POST' } });
  const isFetch = request.headers.get('accept')?.includes('application/json') ?? false;
  const form = await request.formData();
  const productId = wholeNumber(form.get('productId'), MAXIMUM_ID);
  const quantity = wholeNumber(form.get('quantity'), MAXIMUM_QUANTITY);
  const productPath = productId === null ? '/products' : `/products/${productId}`;
  if (productId === null || quantity === null) {
    const message = 'Failed to reserve product. Please choose a quantity of 1 or more.';
    return isFetch
      ? Response.json({ message }, { status: 422 })
      : redirectWithFlash(productPath, message, 'error');
  }

  const outcome = await reserveProduct(context.get(actorContext), {
    productId,
    quantity,
    key: String(form.get('key') ?? ''),
  });
  if (outcome.ok) {
    const message = `Reserved ${outcome.value.quantity} of ${outcome.value.name}`;
    return isFetch ? Response.json({ message }) : redirectWithFlash('/orders', message, 'success');
  }
  const { problem } = outcome;
  const message = reserveMessage(problem);
  if (problem.kind === 'not-signed-in') {
    const login = loginPath(productPath);
    return isFetch
      ? Response.json({ message, login }, { status: 401 })
      : redirectWithFlash(login, message, 'info');
  }
  return isFetch
    ? Response.json({ message }, { status: problem.kind === 'not-found' ? 404 : 409 })
    : redirectWithFlash(problem.kind === 'not-found' ? '/products' : productPath, message, 'error');
}
