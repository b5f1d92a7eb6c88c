/** /counter/orders/ORD042/roll.pdf?width=58: its receipt, or its slip, as a page as wide as a roll of paper (80 mm without a width). */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { drawReceiptRoll } from '#core/sales/orders/receipts/roll-pdf-queries.server.ts';
import { pdfResponse } from '#platform/paper/pdf-response.ts';
import type { Route } from './+types/order-roll.resource';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const width = new URL(request.url).searchParams.get('width') ?? '80';
  if (width !== '80' && width !== '58') throw new Response(null, { status: 404 });
  const roll = await drawReceiptRoll(actor, params.orderId, width === '80' ? 80 : 58);
  if (!roll) throw new Response(null, { status: 404 });
  return pdfResponse(roll.bytes, roll.fileName, 'inline');
}
