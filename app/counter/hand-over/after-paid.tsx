/** Renders what can still be done with a handed-over order, and what was exchanged for it. */
import { Link } from 'react-router';
import { buttonClass } from '#ui/button.tsx';
import { headLink } from '../kit/counter-head.tsx';
import { useConnection } from '../network/use-connection.ts';
import type { ClosedOrder } from './closed-order-queries.server.ts';

export function AfterPaid({
  number,
  closed: { exchanges, mayRefund, cash },
}: {
  number: string;
  closed: Extract<ClosedOrder, { kind: 'handed-over' }>;
}) {
  const isLost = useConnection().lostSince !== null;
  const ways = [
    ...(mayRefund
      ? [
          ['exchange', 'Exchange'],
          ['refund', 'Refund'],
        ]
      : []),
    ...(cash && cash.owed > 0 ? [['cash', 'Correct the cash']] : []),
  ];
  return (
    <>
      {exchanges.map((exchange) => (
        <p key={exchange.number} className="figures text-sm">
          {exchange.words}{' '}
          <Link to={`/counter/orders/${exchange.number}`} className={`${headLink} py-1`}>
            {exchange.number}
          </Link>
        </p>
      ))}
      {isLost || ways.length === 0 ? null : (
        <nav aria-label="Afterwards" className="mt-4 flex flex-wrap gap-3">
          {ways.map(([path, label]) => (
            <Link
              key={path}
              to={`/counter/orders/${number}/${path}`}
              className={buttonClass('secondary', 'normal', 'min-h-12')}
            >
              {label}
            </Link>
          ))}
        </nav>
      )}
    </>
  );
}
