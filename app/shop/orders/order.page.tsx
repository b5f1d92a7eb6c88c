/**
 * /orders/ORD042: one of the customer's own orders. Another person's order looks exactly like one that does not exist.
 */

import { useEffect } from 'react';
import { requireCustomer } from '#core/accounts/identity/sessions/guards.server.ts';
import { closurePath } from '#core/sales/closures/closure-link.server.ts';
import { readClosureOfOrder } from '#core/sales/closures/closures-queries.server.ts';
import { readOrderDetails } from '#core/sales/orders/order-details-queries.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { adoptServerCart } from '#shop/cart/cart-store.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { readPickupPlace } from '#shop/kit/pickup-place-queries.server.ts';
import { WhatToBring } from '#shop/kit/what-to-bring.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/order.page';
import { answerOrder, notFound } from './answer-order.server.ts';
import { Arrival } from './arrival.tsx';
import { ClosedNotice } from './closed-notice.tsx';
import { LateForm } from './late-form.tsx';
import { Notes } from './notes-form.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderPage } from './order-body.tsx';
import { PickupPass } from './pickup-pass.tsx';
import { Reordered } from './reordered.tsx';

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { title: loaderData?.details.view.orderId ?? 'Your Orders' });

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = requireCustomer(context, request);
  const details = await readOrderDetails(actor, params.orderId);
  if (!details) throw notFound();
  const [store, closure] = await Promise.all([
    readPickupPlace(),
    details.closed ? readClosureOfOrder(details.id) : null,
  ]);
  return { details, store, newTime: closure && closurePath(closure.person) };
}

/** Also after a refusal, which may be because the order has changed since. */
export const shouldRevalidate = () => true;

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = requireCustomer(context, request);
  return answerOrder(request, actor, params.orderId, await requestForm(request));
}

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  const { details, store, newTime } = loaderData;
  const answer = useAnswer(actionData);
  const reordered = answer?.reordered;
  useLive([`order:${details.id}`]);
  // Merges what the server added to the cart into the browser's cart.
  useEffect(() => {
    if (reordered) adoptServerCart();
  }, [reordered]);
  const { late, view } = details;
  return (
    <OrderPage
      details={details}
      place={store}
      notice={
        <>
          <ClosedNotice details={details} newTime={newTime} />
          {reordered ? <Reordered {...reordered} /> : null}
        </>
      }
      actions={
        <>
          <OrderActions details={details} address={store.address} />
          <Notes details={details} refusal={answer?.notes} />
          {late.choices.length > 0 || late.said ? <LateForm late={late} refusal={answer?.late} /> : null}
        </>
      }
      pass={
        details.pass ? (
          <>
            <PickupPass pass={details.pass} isClosed={details.closed !== null} />
            <Arrival arrival={details.arrival} />
          </>
        ) : null
      }
      bring={view.isOpen ? <WhatToBring store={store} pickupName={view.notes.pickupName} /> : null}
    />
  );
}
