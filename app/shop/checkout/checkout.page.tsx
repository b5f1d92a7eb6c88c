/** /checkout: the cart, or with ?reservation= a reservation without a pickup time. */

import { useEffect, useState } from 'react';
import { data, type ShouldRevalidateFunctionArgs, useRevalidator } from 'react-router';
import type { SignedIn } from '#core/access/actor.ts';
import { actorContext } from '#core/access/actor-context.ts';
import { writeCart } from '#core/checkout/cart.ts';
import { checkoutMessage } from '#core/checkout/checkout-rules.ts';
import { isOutOfReach, OUT_OF_REACH } from '#core/frame/error-view.tsx';
import { requireSignedIn } from '#core/identity/sessions/guards.server.ts';
import { loginPath } from '#core/identity/sessions/return-path.ts';
import { newId } from '#kernel/ids.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { requestInfo } from '#platform/requests/request-context.ts';
import { adoptServerCart, linesOf, useCart, useCartReady } from '#shop/cart/cart-store.ts';
import { pageMeta } from '#shop/frame/page-meta.ts';
import type { Route } from './+types/checkout.page';
import { answerCheckout, cartOf } from './answer-checkout.server.ts';
import { answerTo, readCheckoutForm } from './checkout-form.ts';
import { readCheckout } from './checkout-queries.server.ts';
import { CheckoutPage } from './checkout-view.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Checkout' });

/** A guest signs in first and comes back; the cart waits in the browser. */
function customerOf({ context, request, url }: Route.LoaderArgs | Route.ActionArgs): SignedIn {
  if (context.get(actorContext).kind === 'guest')
    throw redirectWithFlash(loginPath(url.pathname + url.search), checkoutMessage({ kind: 'not-signed-in' }));
  return requireSignedIn(context, request);
}

export async function loader(args: Route.LoaderArgs) {
  const actor = customerOf(args);
  const reservationId = args.url.searchParams.get('reservation');
  const lines = cartOf(args.request);
  const view = await readCheckout(actor, reservationId === null ? { lines } : { reservationId });
  if (!view) throw redirectWithFlash('/orders', 'That reservation has ended or was not found.', 'info');
  return { view, key: newId<string>(), cart: writeCart(lines) };
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const form = await requestForm(request);
  return answerCheckout(request, customerOf(args), form, context.get(requestInfo).id);
}

/** A refusal reloads the data; without a connection that would fail too. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs) {
  if (change.actionStatus === OUT_OF_REACH) return false;
  return change.formMethod === 'POST' || change.defaultShouldRevalidate;
}

/** After a lost connection the page stays with all entered values; pressing again creates no second order. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = readCheckoutForm(await request.clone().formData());
  try {
    return await serverAction();
  } catch (thrown) {
    if (!isOutOfReach(thrown)) throw thrown;
    const message =
      'We could not reach the store. Your cart is saved: press Reserve Items again, and you will not get two orders.';
    const refusal = { message, field: null, offersRest: false, offersAgain: false };
    return data(answerTo(form, form.key, refusal), { status: OUT_OF_REACH });
  }
}

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  const { view, key, cart } = loaderData;
  const revalidator = useRevalidator();
  const items = useCart();
  const isReady = useCartReady();
  const [firstKey] = useState(key);
  const current = writeCart(linesOf(items));

  // Right after sign-in a guest's lines join the customer's: the page follows the cart.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each state of the cart
  useEffect(() => {
    if (isReady && view.reservationId === null && current !== cart) revalidator.revalidate();
  }, [isReady, current]);

  // Removes what the server took out of the cart from the browser's cart too.
  useEffect(() => {
    if (actionData) adoptServerCart();
  }, [actionData]);

  return (
    <CheckoutPage
      view={view}
      attempt={actionData?.key ?? firstKey}
      typed={actionData?.typed ?? null}
      refusal={actionData?.refusal ?? null}
    />
  );
}
