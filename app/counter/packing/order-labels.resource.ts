/** /counter/orders/ORD042/labels.pdf: labels of 4 × 2 inches for an order's bag and each of its units. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { drawOrderLabels } from '#core/sales/orders/labels/label-queries.server.ts';
import { pdfResponse } from '#platform/paper/pdf-response.ts';
import { requestInfo } from '#platform/requests/request-context.ts';
import type { Route } from './+types/order-labels.resource';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const pdf = await drawOrderLabels(actor, params.orderId, context.get(requestInfo).origin);
  if (!pdf) throw new Response(null, { status: 404 });
  return pdfResponse(pdf, `labels-${params.orderId}.pdf`, 'inline');
}
