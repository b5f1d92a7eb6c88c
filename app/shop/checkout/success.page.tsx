/** /success?order=ORD042: one of the customer's own orders; any other leads to Your Orders. */
import { redirect } from 'react-router';
import { requireSignedIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { OrderSteps } from '#core/sales/orders/ui/order-steps.tsx';
import { cents, formatCents } from '#kernel/money.ts';
import { smsIsConfigured } from '#platform/outgoing/sms.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { PaperHead } from '#shop/kit/paper-head.tsx';
import { readPickupPlace } from '#shop/kit/pickup-place-queries.server.ts';
import { OrderItems } from '#shop/orders/order-items.tsx';
import { PickupPass } from '#shop/orders/pickup-pass.tsx';
import type { Route } from './+types/success.page';
import { readNewOrder } from './success-queries.server.ts';
import { SuccessPage } from './success-view.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Order confirmed' });

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const actor = requireSignedIn(context, request);
  const found = await readNewOrder(actor, url.searchParams.get('order') ?? '');
  // An order that has since been canceled or handed over is no longer shown as a success.
  if (!found?.view.isOpen) throw redirect(found ? `/orders/${found.view.orderId}` : '/orders');
  const { orderId, pickup, steps, items, subtotal, taxParts, total, refunded, cashRounding, isPaid, notes } =
    found.view;
  return {
    order: {
      orderId,
      pickup,
      steps,
      items,
      subtotal,
      taxParts,
      total,
      refunded,
      cashRounding,
      isPaid,
      pickupName: notes.pickupName,
    },
    pass: found.pass,
    store: await readPickupPlace(),
    bySms: smsIsConfigured(),
  };
}

export default function Success({ loaderData: { order, pass, store, bySms } }: Route.ComponentProps) {
  return (
    <SuccessPage
      order={{ ...order, cash: formatCents(cents(order.total + order.cashRounding)) }}
      store={store}
      bySms={bySms}
      pass={<PickupPass pass={pass} />}
      paperHead={<PaperHead place={store} />}
      steps={order.steps ? <OrderSteps steps={order.steps} /> : null}
      items={<OrderItems order={order} />}
    />
  );
}
