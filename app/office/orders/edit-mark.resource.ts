/**
 * GET /admin/orders/ORD042/mark: what an edit page of the order shows now, as a mark (`editMark`), so that an open page
 * knows whether a change is news to it. 404 for no order.
 */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import type { Route } from './+types/edit-mark.resource';
import { editMark } from './edit-mark.ts';
import { readManagedOrder } from './managed-order-queries.server.ts';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const order = await readManagedOrder(actor, params.orderId, (await readSettings()).store.zone);
  return Response.json(
    { mark: order && editMark(order) },
    { status: order ? 200 : 404, headers: { 'Cache-Control': 'no-store' } },
  );
}
