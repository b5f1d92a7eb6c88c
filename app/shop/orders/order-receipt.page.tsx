/** /orders/ORD042/receipt: the receipt of a completed order to read and print, for its owner and for staff. */
import { requireCustomer } from '#core/accounts/identity/sessions/guards.server.ts';
import { NO_RECEIPT_YET } from '#core/sales/orders/receipts/receipt.ts';
import { readReceipt } from '#core/sales/orders/receipts/receipt-queries.server.ts';
import { ReceiptPage } from '#core/sales/orders/ui/receipt-view.tsx';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import type { Route } from './+types/order-receipt.page';

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { title: loaderData ? `Receipt ${loaderData.receipt.number}` : 'Receipt' });

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = requireCustomer(context, request);
  const found = await readReceipt(actor, params.orderId);
  if (!found) throw new Response(null, { status: 404 });
  const { receipt, isOwn } = found;
  const order = `${isOwn ? '' : '/admin'}/orders/${params.orderId}`;
  if (!receipt) throw redirectWithFlash(order, NO_RECEIPT_YET, 'info');
  return { receipt, order };
}

export default function OrderReceipt({ loaderData }: Route.ComponentProps) {
  return <ReceiptPage receipt={loaderData.receipt} back={loaderData.order} />;
}
