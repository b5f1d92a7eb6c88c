/** A stored receipt or order slip as a PDF, for staff. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { receiptFileName } from '#core/sales/orders/receipts/receipt.ts';
import { pdfResponse } from '#platform/paper/pdf-response.ts';
import type { Route } from './+types/order-stored-receipt.resource';
import { openStoredReceipt } from './stored-receipts-queries.server.ts';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const stored = await openStoredReceipt(actor, params.orderId, params.receiptId);
  if (!stored) throw new Response(null, { status: 404 });
  return pdfResponse(stored.pdf, receiptFileName(params.orderId, stored.isReceipt), 'inline');
}
