/** /checkout: the cart, or with ?reservation= a reservation that still waits for its pickup time. */

import { useEffect, useState } from 'react';
import { data, isRouteErrorResponse, type ShouldRevalidateFunctionArgs, useRevalidator } from 'react-router';
import type { SignedIn } from '#features/access/actor.ts';
import { actorContext } from '#features/access/actor-context.ts';
import { readCart, writeCart } from '#features/checkout/cart.ts';
import { readCartView } from '#features/checkout/cart-queries.server.ts';
import { reservableLines } from '#features/checkout/cart-view.ts';
import { type CheckoutForm, fieldOf, readCheckoutForm, statusOf } from '#features/checkout/checkout-form.ts';
import { readCheckout } from '#features/checkout/checkout-queries.server.ts';
import { type CheckoutProblem, checkoutMessage } from '#features/checkout/checkout-rules.ts';
import { placeOrder } from '#features/checkout/place-order.server.ts';
import { adoptServerCart, linesOf, useCart, useCartReady } from '#features/checkout/ui/cart-store.ts';
import { CheckoutPage, type Refusal, type Typed } from '#features/checkout/ui/checkout-page.tsx';
import { requireSignedIn } from '#features/identity/guards.server.ts';
import { loginPath } from '#features/identity/return-path.ts';
import { hasEnded, orderStatusLabel } from '#features/orders/order.ts';
import { newId } from '#kernel/ids.ts';
import { cartCookie } from '#platform/cookies.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { log } from '#platform/log.ts';
import { requestForm } from '#platform/request-body.ts';
import { requestInfo } from '#platform/request-context.ts';
import { pageMeta } from '#shell/page-meta.ts';
import type { Route } from './+types/checkout';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Checkout' });

const cartOf = (request: Request) => readCart(cartCookie.read(request.headers.get('cookie')));

/** A guest signs in first and comes back here; the cart waits in the browser meanwhile. */
function customerOf({ context, request, url }: Route.LoaderArgs | Route.ActionArgs): SignedIn {
  if (context.get(actorContext).kind === 'guest') {
    throw redirectWithFlash(loginPath(url.pathname + url.search), checkoutMessage({ kind: 'not-signed-in' }));
  }
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

/** The status of what could not be done at all; asking for fresh data would fail as well. */
const OUT_OF_REACH = 503;

/** What a refused attempt answers; the loader runs again beside it, so slots, prices and stock are fresh. */
type Answer = { key: string; typed: Typed; refusal: Refusal | null };

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const actor = customerOf(args);
  const sent = await requestForm(request);
  const form = readCheckoutForm(sent);
  if (sent.get('intent') === 'rest') return continueWithRest(form, request);

  const outcome = await placeOrder(actor, form).catch((error: unknown) => {
    log.error({ err: error, request: context.get(requestInfo).id }, 'checkout failed');
    return { ok: false, problem: { kind: 'order-failed' } } as const;
  });
  if (!outcome.ok) return refused(form, outcome.problem);
  const { orderId, status, repeated } = outcome.value;
  if (repeated && hasEnded(status)) {
    // The same press, sent once more after its order had ended: it gets that order, as it is now.
    const became = orderStatusLabel[status].toLowerCase();
    return redirectWithFlash(
      '/orders',
      `This was reserved as ${orderId}, which is ${became} by now.`,
      'info',
    );
  }
  const response = redirectWithFlash(
    `/success?order=${orderId}`,
    'Pickup reserved & order created!',
    'success',
  );
  if (form.reservationId === null) {
    const ordered = new Set(form.lines.map((line) => line.productId));
    const rest = cartOf(request).filter((line) => !ordered.has(line.productId));
    response.headers.append('Set-Cookie', cartCookie.write(writeCart(rest)));
  }
  return response;
}

function typedIn({ lines, slotStartsAt, birthDate }: CheckoutForm): Typed {
  return { lines: writeCart(lines), slotStartsAt, birthDate };
}

function refused(form: CheckoutForm, problem: CheckoutProblem) {
  const answer: Answer = {
    // An attempt that has become another order's gets a new name; any other keeps its own.
    key: problem.kind === 'cart-changed' || form.key === '' ? newId<string>() : form.key,
    typed: typedIn(form),
    refusal: {
      message: checkoutMessage(problem),
      field: fieldOf(problem),
      offersRest: problem.kind === 'not-available' && form.reservationId === null,
      offersAgain: problem.kind === 'same-again',
    },
  };
  return data(answer, { status: statusOf(problem) });
}

/** Takes out of the cart what cannot be had any more. */
async function continueWithRest(form: CheckoutForm, request: Request) {
  const rest = reservableLines(await readCartView(cartOf(request)));
  const answer: Answer = {
    key: form.key === '' ? newId<string>() : form.key,
    typed: typedIn(form),
    refusal: null,
  };
  return data(answer, { headers: { 'Set-Cookie': cartCookie.write(writeCart(rest)) } });
}

/** A refusal is a reason to look again, not to keep what was shown. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs) {
  if (change.actionStatus === OUT_OF_REACH) return false;
  return change.formMethod === 'POST' || change.defaultShouldRevalidate;
}

/** A lost connection keeps the page and everything typed; pressing again makes no second order. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = readCheckoutForm(await request.clone().formData());
  try {
    return await serverAction();
  } catch (thrown) {
    const isOutOfReach =
      thrown instanceof TypeError || (isRouteErrorResponse(thrown) && thrown.status === OUT_OF_REACH);
    if (!isOutOfReach) throw thrown;
    const answer: Answer = {
      key: form.key,
      typed: typedIn(form),
      refusal: {
        message:
          'We could not reach the store. Your cart is kept: press Reserve Items again, and you will not get two orders.',
        field: null,
        offersRest: false,
        offersAgain: false,
      },
    };
    return data(answer, { status: OUT_OF_REACH });
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each state of the cart
  useEffect(() => {
    if (isReady && view.reservationId === null && current !== cart) revalidator.revalidate();
  }, [isReady, current]);

  // What the server took out of the cart leaves the browser's cart too.
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
