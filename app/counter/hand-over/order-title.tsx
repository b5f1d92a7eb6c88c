/** Renders whose order it is, with its number in the line, its pickup time, and the customer's other open orders. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cents, formatCents } from '#kernel/money.ts';
import type { CounterOrder } from './hand-over-queries.server.ts';

const link = 'inline-flex min-h-11 items-center underline underline-offset-4';

/** @param children the words before the name */
export function OrderTitle({ order, children }: { order: CounterOrder; children: ReactNode }) {
  const { number, holder, customer, units, pickup, arrival } = order;
  return (
    <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6">
      <div className="min-w-0">
        <h1 className="text-2xl wrap-anywhere">
          {children}
          {holder}
        </h1>
        <p className="figures mt-1 text-ink-soft wrap-anywhere">
          {[
            holder === customer ? null : `for ${customer}`,
            arrival === null ? null : `number ${arrival} in the line`,
            units === 1 ? '1 unit' : `${units} units`,
            pickup ?? 'no pickup time',
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <p className="flex flex-wrap gap-x-5 text-sm">
        <Link to="/counter" className={link}>
          Board
        </Link>
        <Link to={`/admin/orders/${number}`} className={link}>
          All details
        </Link>
      </p>
      {order.others.length > 0 ? (
        <p className="figures flex w-full flex-wrap items-center gap-x-4 text-sm">
          <span className="font-medium">{customer} also has</span>
          {order.others.map((other) => (
            <Link key={other.number} to={`/counter/orders/${other.number}`} className={link}>
              {other.number}, {other.status.toLowerCase()}
              {other.due > 0 ? `, ${formatCents(cents(other.due))}` : ', paid'}
            </Link>
          ))}
        </p>
      ) : null}
    </div>
  );
}
