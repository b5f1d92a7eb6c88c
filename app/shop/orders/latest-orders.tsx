/** Renders a person's latest orders in a few lines, for their profile. */
import { Link } from 'react-router';
import type { OrderView } from '#core/sales/orders/order-view.ts';
import type { PendingReservation } from '#core/sales/orders/orders-queries.server.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { StatusBadge } from '#ui/badge.tsx';

const MOST = 3;

export function LatestOrders({
  orders,
  reservations,
}: {
  orders: readonly Pick<OrderView, 'orderId' | 'placed' | 'status' | 'total'>[];
  reservations: readonly Pick<PendingReservation, 'id' | 'name' | 'quantity'>[];
}) {
  return (
    <section aria-labelledby="latest-orders">
      <h2 id="latest-orders" className="text-xl">
        Your reservations
      </h2>
      {orders.length + reservations.length === 0 ? (
        <p className="mt-2 text-sm text-ink-soft">You haven't placed any orders yet.</p>
      ) : (
        <ul className="mt-3 divide-y divide-line border-y border-line text-sm">
          {reservations.slice(0, MOST).map(({ id, name, quantity }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
              <span>
                {quantity} of {name}
              </span>
              <span className="text-ink-soft">Needs a pickup time</span>
            </li>
          ))}
          {orders.slice(0, MOST).map(({ orderId, placed, status, total }) => (
            <li key={orderId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
              <span className="figures">
                <Link
                  to={`/orders/${orderId}`}
                  className="-my-3 inline-flex min-h-11 items-center font-medium text-spruce-700 underline underline-offset-4"
                >
                  {orderId}
                </Link>{' '}
                · {placed}
              </span>
              <span className="flex flex-wrap items-center gap-x-4">
                <StatusBadge tone={status.tone}>{status.label}</StatusBadge>
                <span className="figures">{formatCents(cents(total))}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <Link
        to="/orders"
        className="mt-2 inline-flex min-h-11 items-center text-sm text-spruce-700 underline underline-offset-4"
      >
        See all orders
      </Link>
    </section>
  );
}
