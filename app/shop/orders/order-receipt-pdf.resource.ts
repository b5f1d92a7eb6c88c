/** /orders/ORD042/receipt.pdf: the receipt of a completed order as a file, for its owner and for staff. */
import { requireCustomer } from '#core/accounts/identity/sessions/guards.server.ts';
import { NO_RECEIPT_YET, receiptFileName } from '#core/sales/orders/receipts/receipt.ts';
import { receiptPdf } from '#core/sales/orders/receipts/receipt-pdf.server.ts';
import { readReceipt } from '#core/sales/orders/receipts/receipt-queries.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import type { Route } from './+types/order-receipt-pdf.resource';

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = requireCustomer(context, request, `/orders/${params.orderId}`);
  const found = await readReceipt(actor, params.orderId);
  if (!found) throw new Response(null, { status: 404 });
  const { receipt, isOwn } = found;
  if (!receipt)
    throw redirectWithFlash(`${isOwn ? '' : '/admin'}/orders/${params.orderId}`, NO_RECEIPT_YET, 'info');
  return new Response(new Uint8Array(await receiptPdf(receipt)), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${receiptFileName(receipt.number)}"`,
    },
  });
}
