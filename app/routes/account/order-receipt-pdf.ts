/** /orders/ORD042/receipt.pdf: the receipt of a completed order as a file, for its owner and for staff. */
import { requireCustomer } from '#features/identity/guards.server.ts';
import { drawReceipt } from '#features/orders/draw-receipt.server.ts';
import { NO_RECEIPT_YET, receiptFileName } from '#features/orders/receipt.ts';
import { readReceipt } from '#features/orders/receipt-queries.server.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import type { Route } from './+types/order-receipt-pdf';

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = requireCustomer(context, request, `/orders/${params.orderId}`);
  const found = await readReceipt(actor, params.orderId);
  if (!found) throw new Response(null, { status: 404 });
  const { receipt, isOwn } = found;
  if (!receipt)
    throw redirectWithFlash(`${isOwn ? '' : '/admin'}/orders/${params.orderId}`, NO_RECEIPT_YET, 'info');
  return new Response(new Uint8Array(await drawReceipt(receipt)), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${receiptFileName(receipt.number)}"`,
    },
  });
}
