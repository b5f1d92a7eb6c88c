/** /orders/ORD042/receipt: the receipt of a completed order, for its owner and for staff, to be read and printed. */
import { requireCustomer } from '#features/identity/guards.server.ts';
import { NO_RECEIPT_YET } from '#features/orders/receipt.ts';
import { readReceipt } from '#features/orders/receipt-queries.server.ts';
import { ReceiptPage } from '#features/orders/ui/receipt-page.tsx';
import { redirectWithFlash } from '#platform/flash.ts';
import { pageMeta } from '#shell/page-meta.ts';
import type { Route } from './+types/order-receipt';

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
