/**
 * GET /counter/orders/ORD042/mark: what a hand-over page of the order shows now, as a mark (`orderMark`), so that an open page
 * knows whether a change is news to it. 404 for no order.
 */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import type { Route } from './+types/order-mark.resource';
import { readCounterOrder } from './hand-over-queries.server.ts';
import { orderMark } from './order-mark.ts';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const order = await readCounterOrder(actor, params.orderId);
  return Response.json(
    { mark: order && orderMark(order) },
    { status: order ? 200 : 404, headers: { 'Cache-Control': 'no-store' } },
  );
}
