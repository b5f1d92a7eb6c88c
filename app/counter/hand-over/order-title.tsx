/** Renders whose order it is, with its number in the line, its pickup time, and the customer's other open orders. */

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pickupLabel } from '#core/sales/line/line.ts';
import { hasEnded } from '#core/sales/orders/order.ts';
import { cents, formatCents } from '#kernel/money.ts';
import type { CounterOrder } from '../day/counter-order.ts';
import { headLink, OrderHead } from '../kit/counter-head.tsx';

/** @param children the words before the name */
export function OrderTitle({ order, children }: { order: CounterOrder; children: ReactNode }) {
  const { number, holder, customer, units, pickup, arrival } = order;
  const isOver = hasEnded(order.status);
  return (
    <OrderHead
      number={number}
      title={
        <>
          {children}
          {holder}
        </>
      }
      facts={[
        holder === customer ? null : `for ${customer}`,
        arrival === null || isOver ? null : `${pickupLabel(arrival)} in the line`,
        units === 1 ? '1 unit' : `${units} units`,
        order.isWalkIn ? null : (pickup ?? 'no pickup time'),
        order.missed && `${order.missed.toLowerCase()} in 90 days`,
      ]}
      below={isOver ? null : <OtherOrders order={order} />}
    />
  );
}

/** Nothing for a customer without other open orders. */
export function OtherOrders({ order: { others, isWalkIn, customer } }: { order: CounterOrder }) {
  if (others.length === 0) return null;
  return (
    <p className="figures flex w-full flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <span className="font-medium">{isWalkIn ? 'The same ID' : customer} also has</span>
      {others.map((other) => (
        <Link key={other.number} to={`/counter/orders/${other.number}`} className={`${headLink} py-1`}>
          {/* One child: a translator makes an element of each text, which would be a column of its own. */}
          <span>
            {other.number}, {other.pickup ? `${other.pickup}, ` : ''}
            {other.status.toLowerCase()}
            {other.due > 0 ? `, ${formatCents(cents(other.due))}` : ', paid'}
          </span>
        </Link>
      ))}
    </p>
  );
}
