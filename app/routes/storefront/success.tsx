/** /success?order=ORD042: an order of one's own; any other leads to Your Orders. */
import { redirect } from 'react-router';
import { readPickupPlace } from '#features/checkout/checkout-queries.server.ts';
import { SuccessPage } from '#features/checkout/ui/success-page.tsx';
import { requireSignedIn } from '#features/identity/guards.server.ts';
import { readMyOrder } from '#features/orders/orders-queries.server.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { pageMeta } from '#shell/page-meta.ts';
import type { Route } from './+types/success';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Order confirmed' });

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const actor = requireSignedIn(context, request);
  const order = await readMyOrder(actor, url.searchParams.get('order') ?? '');
  if (!order) throw redirect('/orders');
  return {
    order: { orderId: order.orderId, pickup: order.pickup, total: formatCents(cents(order.total)) },
    store: await readPickupPlace(),
  };
}

export default function Success({ loaderData }: Route.ComponentProps) {
  return <SuccessPage order={loaderData.order} store={loaderData.store} />;
}
