/** Renders an order's items and its total. */
import type { OrderView } from '#core/sales/orders/order-view.ts';
import { OrderAmounts, OrderItem } from './order-card.tsx';

export function OrderItems({
  order,
}: {
  order: Pick<
    OrderView,
    'items' | 'subtotal' | 'taxParts' | 'total' | 'refunded' | 'cashRounding' | 'isPaid'
  >;
}) {
  return (
    <>
      <ul className="mt-3 border-t border-line">
        {order.items.map((item) => (
          <OrderItem key={item.productId} item={item} />
        ))}
      </ul>
      <div className="flex justify-end pt-4 print:pt-2">
        <OrderAmounts order={order} />
      </div>
    </>
  );
}
