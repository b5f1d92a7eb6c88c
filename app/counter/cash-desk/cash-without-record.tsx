/** Renders cash in the drawer that no record has: of hand-overs without a network that were not accepted. */
import { Link } from 'react-router';
import type { RefusedHandOvers } from '#core/sales/orders/hand-over/refused-hand-overs-queries.server.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { Notice } from '#ui/notice.tsx';

export function CashWithoutRecord({ refused: { rows, left } }: { refused: RefusedHandOvers }) {
  if (left === 0) return null;
  return (
    <Notice tone="caution" className="mb-5" title="Cash without a record">
      <ul className="figures">
        {rows
          .filter(({ settled }) => settled === null)
          .map(({ id, number, cash, by, at }) => (
            <li key={id} className="wrap-anywhere">
              {cash === null ? 'Cash' : formatCents(cents(cash))} of {number}, taken by {by}, {at}: its
              hand-over was not accepted.
            </li>
          ))}
      </ul>
      <Link
        to="/counter/end-of-day"
        className="inline-flex min-h-11 items-center underline underline-offset-4"
      >
        Settle it at the end of the day
      </Link>
    </Notice>
  );
}
