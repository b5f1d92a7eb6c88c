/** Renders orders that are still open, each with what ends it. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { missedWords } from '#core/sales/orders/missed-pickups/missed-pickup.ts';
import { orderStatusLabel } from '#core/sales/orders/order.ts';
import { buttonClass } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { isReleasable } from './end-of-day.ts';
import type { ClosingOrder } from './end-of-day-queries.server.ts';

type Props = { orders: readonly ClosingOrder[]; total: number };

export function MissedOrders({ orders, total }: Props) {
  const releasable = orders.filter(isReleasable).map(({ number }) => number);
  return (
    <>
      {releasable.length > 1 ? (
        <Confirm
          label={`Release all ${releasable.length}`}
          of="orders not picked up"
          question={`Release ${releasable.length} orders?`}
          consequence="They end as not picked up, and their units are free again. Their customers are notified."
          rank="primary"
          fields={{ intent: 'release-all', orders: releasable.join(',') }}
        />
      ) : null}
      <OrderRows orders={orders} total={total} more="/admin/orders?tab=late">
        {(order) => (order.wasClosed ? <ClosedCure number={order.number} /> : <Release order={order} />)}
      </OrderRows>
    </>
  );
}

/** The customer did not miss it, so it is moved or canceled. */
function ClosedCure({ number }: { number: string }) {
  return (
    <Link to={`/admin/orders/${number}`} className={buttonClass('secondary', 'normal', 'min-h-11')}>
      Move or cancel<span className="sr-only"> {number}</span>
    </Link>
  );
}

function Release({ order: { number, version, waitsUntil } }: { order: ClosingOrder }) {
  const waits = waitsUntil ? `We told the customer that we wait until ${waitsUntil}. ` : '';
  return (
    <Confirm
      label="Not picked up"
      of={number}
      question={`Mark ${number} as not picked up?`}
      consequence={`${waits}The order ends and its units are free again. The customer is notified.`}
      rank="secondary"
      fields={{ intent: 'not-picked-up', order: number, version: String(version) }}
    />
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
            <p className="figures min-w-0 flex-1 basis-40">
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
                  order.waitsUntil ? `Waits until ${order.waitsUntil}` : null,
                  order.wasClosed ? 'We were closed then' : null,
                  missedWords(order.missed),
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
