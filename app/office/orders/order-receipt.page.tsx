/** /admin/orders/ORD042/receipt: the receipt of a completed order to read and print, in the office's frame. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { NO_RECEIPT_YET } from '#core/sales/orders/receipts/receipt.ts';
import { readReceipt } from '#core/sales/orders/receipts/receipt-queries.server.ts';
import { ReceiptPage } from '#core/sales/orders/ui/receipt-view.tsx';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import type { Route } from './+types/order-receipt.page';

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const found = await readReceipt(actor, params.orderId);
  if (!found) throw new Response(null, { status: 404 });
  const order = `/admin/orders/${params.orderId}`;
  if (!found.receipt) throw redirectWithFlash(order, NO_RECEIPT_YET, 'info');
  return { receipt: found.receipt, order };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData ? `Receipt ${loaderData.receipt.number}` : 'Receipt'} · Admin` },
];

export default function OrderReceipt({ loaderData }: Route.ComponentProps) {
  return <ReceiptPage receipt={loaderData.receipt} back={loaderData.order} />;
}
