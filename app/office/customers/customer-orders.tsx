/** Renders the latest orders and reservations on a customer's page. */
import { Link } from 'react-router';
import type { CustomerOrders as Orders } from '#core/sales/orders/open-orders-queries.server.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { formatNumber } from '#kernel/number.ts';
import { StatusBadge, type Tone } from '#ui/badge.tsx';

export function CustomerOrders({ of, email }: { of: Orders; email: string }) {
  return (
    <>
      <section className="min-w-0">
        <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="text-lg">Orders</h2>
          {of.total > of.orders.length ? (
            <Link
              to={`/admin/orders?email=${encodeURIComponent(email)}`}
              className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
            >
              {/* One text: a translator makes elements of two, and a flex row has no space between them. */}
              {`All ${formatNumber(of.total)}`}
            </Link>
          ) : null}
        </div>
        {of.orders.length === 0 ? <p className="text-ink-soft">No orders yet.</p> : null}
        <ul className="divide-y divide-line border-line not-empty:border-y">
          {of.orders.map((order) => (
            <li
              key={order.number}
              className="grid grid-cols-[5rem_minmax(0,1fr)_auto] items-center gap-x-4 py-1 max-[16em]:flex max-[16em]:flex-wrap sm:grid-cols-[5rem_minmax(0,1fr)_auto_9rem]"
            >
              <Link
                to={`/admin/orders/${order.number}`}
                className="figures inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
              >
                {order.number}
              </Link>
              <span className="figures text-ink-soft">{order.placed}</span>
              <span className="figures">
                {order.refund ? <span className="mr-1 text-sm text-ink-soft">net</span> : null}
                {formatCents(cents(order.net))}
              </span>
              {/* A column of its own, so that amounts end at one edge. */}
              <span className="flex flex-wrap gap-1 max-sm:col-span-full">
                {order.refund ? (
                  <StatusBadge tone={order.refund.tone}>{order.refund.label}</StatusBadge>
                ) : null}
                <StatusBadge tone={order.status.tone}>{order.status.label}</StatusBadge>
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section className="min-w-0">
        <h2 className="mb-3 text-lg">Reservations without an order</h2>
        {of.reservations.length === 0 ? <p className="text-ink-soft">None.</p> : null}
        <ul className="divide-y divide-line border-line not-empty:border-y">
          {of.reservations.map((reservation) => (
            <li key={reservation.id} className="flex flex-wrap items-center gap-x-5 py-2">
              <span className="min-w-[min(10rem,100%)] flex-1 break-words">
                {reservation.quantity} × {reservation.product}
              </span>
              <span className="figures text-ink-soft">{reservation.made}</span>
              <ReservationState status={reservation.status} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** Word and color, like those of orders; green for a good ending. */
const states: Readonly<Record<string, readonly [label: string, tone: Tone]>> = {
  pending: ['Pending', 'yellow'],
  reserved: ['Reserved', 'yellow'],
  submitted: ['Submitted', 'yellow'],
  confirmed: ['Confirmed', 'yellow'],
  fulfilled: ['Fulfilled', 'green'],
  cancelled: ['Canceled', 'red'],
};

function ReservationState({ status }: { status: string }) {
  const [label, tone] = states[status] ?? [status, 'plain'];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}
