/**
 * /checkout: the cart, or with ?reservation=, once or several times, reservations without a pickup time. A guest signs up with the same form;
 * ?slot= selects a pickup time chosen before.
 */
import { useEffect, useState } from 'react';
import { type ShouldRevalidateFunctionArgs, useRevalidator } from 'react-router';
import { requireSignedIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { guest } from '#core/ground/access/actor.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { writeCart } from '#core/sales/checkout/cart.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { requestInfo } from '#platform/requests/request-context.ts';
import { linesOf } from '#shop/cart/cart-products.ts';
import { adoptServerCart, useAccountCart, useCart, useCartReady } from '#shop/cart/cart-store.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import type { Route } from './+types/checkout.page';
import { answerCheckout } from './answer-checkout.server.ts';
import { answerGuestCheckout } from './answer-guest-checkout.server.ts';
import { readCheckoutPage } from './checkout-page-queries.server.ts';
import { CheckoutPage } from './checkout-view.tsx';
import { HeldPage } from './held-page.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Checkout' });

/** A guest may check out a cart, but not a session by PIN, which is for the counter; a reservation is a customer's. */
function isGuestCheckout({ context, url }: Route.LoaderArgs | Route.ActionArgs): boolean {
  const actor = context.get(actorContext);
  return actor.kind === 'guest' && !actor.byPin && !url.searchParams.has('reservation');
}

export async function loader(args: Route.LoaderArgs) {
  const { request, context, url } = args;
  return readCheckoutPage(request, url, isGuestCheckout(args) ? guest : requireSignedIn(context, request));
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const form = await requestForm(request);
  if (isGuestCheckout(args)) return answerGuestCheckout(request, form);
  return answerCheckout(request, requireSignedIn(context, request), form, context.get(requestInfo).id);
}

/** Retry-After reaches browsers without scripts too. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

/** A refusal reloads the data. */
export const shouldRevalidate = (change: ShouldRevalidateFunctionArgs) =>
  change.formMethod === 'POST' || change.defaultShouldRevalidate;

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  const { view, key, cart, slot, notes, waiting } = loaderData;
  const revalidator = useRevalidator();
  const items = useCart();
  const isReady = useCartReady();
  useAccountCart();
  const [firstKey] = useState(key);
  const current = writeCart(linesOf(items));

  // Right after sign-in a guest's lines join the customer's: the page follows the cart.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each state of the cart
  useEffect(() => {
    if (isReady && view.reservationIds.length === 0 && current !== cart) revalidator.revalidate();
  }, [isReady, current]);

  // Removes what the server took out of the cart from the browser's cart too.
  useEffect(() => {
    if (actionData) adoptServerCart();
  }, [actionData]);

  if (waiting) return <HeldPage {...waiting} store={view.store} />;
  return (
    <CheckoutPage
      view={view}
      slot={slot}
      notes={notes}
      attempt={actionData?.key ?? firstKey}
      typed={actionData?.typed ?? null}
      refusal={actionData?.refusal ?? null}
      details={actionData?.details ?? null}
    />
  );
}
