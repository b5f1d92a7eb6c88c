/** Renders orders that keep the day open, each with what ends it. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { orderStatusLabel } from '#core/orders/order.ts';
import { buttonClass } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import type { ClosingOrder } from './end-of-day-queries.server.ts';

type Props = { orders: readonly ClosingOrder[]; total: number };

export function MissedOrders({ orders, total }: Props) {
  return (
    <OrderRows orders={orders} total={total} more="/admin/orders?tab=late">
      {({ number, version }) => (
        <Confirm
          label="Not picked up"
          of={number}
          question={`Mark ${number} as not picked up?`}
          consequence="The order ends and its units are free again. The customer is notified."
          rank="secondary"
          fields={{ intent: 'not-picked-up', order: number, version: String(version) }}
        />
      )}
    </OrderRows>
  );
}

export function ClosingOrders({ orders, total }: Props) {
  return (
    <OrderRows orders={orders} total={total} more="/counter">
      {({ number, status }) => (
        <Link
          to={status === 'packing' ? `/counter/orders/${number}/packing` : `/counter/orders/${number}`}
          className={buttonClass('secondary', 'normal', 'min-h-11')}
        >
          {status === 'packing' ? 'Finish packing' : 'Open'}
          <span className="sr-only"> {number}</span>
        </Link>
      )}
    </OrderRows>
  );
}

function OrderRows({
  orders,
  total,
  more,
  children,
}: Props & {
  /** Where the rest of a long list is. */
  more: string;
  children: (order: ClosingOrder) => ReactNode;
}) {
  return (
    <>
      <ul className="divide-y divide-line">
        {orders.map((order) => (
          <li key={order.number} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
            <p className="figures min-w-0">
              <Link
                to={`/admin/orders/${order.number}`}
                className="mr-3 inline-flex min-h-11 items-center font-medium underline underline-offset-4"
              >
                {order.number}
              </Link>
              <span className="font-semibold wrap-anywhere">{order.name}</span>
              <span className="block text-sm text-ink-soft">
                {[
                  order.isHere ? 'Customer is here' : null,
                  orderStatusLabel[order.status],
                  order.time ?? 'No pickup time',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </p>
            {children(order)}
          </li>
        ))}
      </ul>
      {total > orders.length ? (
        <Link to={more} className="figures inline-flex min-h-11 items-center underline underline-offset-4">
          {total - orders.length} more
        </Link>
      ) : null}
    </>
  );
}
