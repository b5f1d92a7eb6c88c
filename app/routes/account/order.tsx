/** /orders/ORD042: one order of one's own. Somebody else's looks exactly like one that does not exist. */

import { readPickupPlace } from '#features/checkout/checkout-queries.server.ts';
import { WhatToBring } from '#features/checkout/ui/what-to-bring.tsx';
import { requireCustomer } from '#features/identity/guards.server.ts';
import { cancelMessage, cancelOrder } from '#features/orders/cancel-order.server.ts';
import { readOrderDetails } from '#features/orders/order-details-queries.server.ts';
import { CancelOrder } from '#features/orders/ui/order-card.tsx';
import { OrderPage } from '#features/orders/ui/order-page.tsx';
import { PickupPass } from '#features/orders/ui/pickup-pass.tsx';
import { redirectWithFlash } from '#platform/flash.ts';
import { requestForm } from '#platform/request-body.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/order';

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { title: loaderData?.details.view.orderId ?? 'Your Orders' });

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = requireCustomer(context, request);
  const details = await readOrderDetails(actor, params.orderId);
  if (!details) throw new Response(null, { status: 404 });
  return { details, store: await readPickupPlace() };
}

/** Also after a refusal, which may be because the order is no longer as this page shows it. */
export const shouldRevalidate = () => true;

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = requireCustomer(context, request);
  const back = `/orders/${params.orderId}`;
  const form = await requestForm(request);
  switch (form.get('intent')) {
    case 'cancel-order': {
      const outcome = await cancelOrder(actor, params.orderId);
      if (outcome.ok) return redirectWithFlash(back, `${outcome.value.orderId} is cancelled.`, 'success');
      if (outcome.problem.kind === 'not-found') throw new Response(null, { status: 404 });
      return redirectWithFlash(back, cancelMessage(outcome.problem), 'error');
    }
    default:
      return redirectWithFlash('/orders', 'Nothing was changed.', 'info');
  }
}

export default function Order({ loaderData }: Route.ComponentProps) {
  const { details, store } = loaderData;
  const { view } = details;
  useLive([`order:${details.id}`]);
  return (
    <OrderPage
      details={details}
      place={store}
      actions={
        view.mayCancel ? (
          <div className="mt-4 flex flex-wrap gap-2">
            <CancelOrder order={view} />
          </div>
        ) : null
      }
      aside={
        <>
          {details.pass ? <PickupPass pass={details.pass} /> : null}
          {view.isOpen ? <WhatToBring store={store} /> : null}
        </>
      }
    />
  );
}
