/** Renders the orders that a search or a scanned pass found, above the columns. */
import { Link } from 'react-router';
import { readPassCode } from '#core/sales/orders/hand-over/pickup-pass.ts';
import type { BoardCard } from '../day/board.ts';
import { useNow } from '../kit/use-now.ts';
import { OrderCard } from './board-card.tsx';

export function FoundOrders({
  cards,
  find,
  now: loaded,
  settling,
}: {
  cards: readonly BoardCard[];
  find: string;
  now: number;
  /** Cards moved a moment ago. */
  settling: boolean;
}) {
  const now = useNow(loaded);
  return (
    <section aria-labelledby="found-heading" className="rounded-surface bg-spruce-100 p-3">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 px-1">
        <h2 id="found-heading" className="text-base wrap-anywhere">
          {titleOf(cards, find)}
        </h2>
        <Link
          to="/counter"
          className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
        >
          Close
        </Link>
      </div>
      {cards.length === 0 ? (
        <p className="px-1 text-sm">
          Try the order number or the phone number, or{' '}
          <Link
            to={`/admin/orders?${new URLSearchParams({ find })}`}
            className="py-3 underline underline-offset-4"
          >
            search all orders
          </Link>
          .
        </p>
      ) : (
        <ul
          onSubmitCapture={settling ? (event) => event.preventDefault() : undefined}
          className="grid gap-3 md:grid-cols-2 xl:grid-cols-4"
        >
          {cards.map((card) => (
            <li key={card.number} data-row className="min-w-0">
              <OrderCard card={card} now={now} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** A scanned pass is named by its customer: no one reads its code. */
function titleOf(cards: readonly BoardCard[], find: string): string {
  const [first] = cards;
  if (!first) return `No open order for ‘${find}’`;
  return readPassCode(find) === null
    ? `Open orders for ‘${find}’`
    : `Open orders of ${first.customer ?? first.name}`;
}
