/** Renders how far a closure is: its orders by what became of them, each a filter of the list below. */
import { Link } from 'react-router';
import { closedOrderLabel, closedOrderStates } from '#core/sales/closures/closure-orders.ts';
import { peopleCount } from '#core/sales/recalls/trace.ts';
import { formatNumber } from '#kernel/number.ts';
import { Notice } from '#ui/notice.tsx';
import type { ClosureView } from './closure-view.server.ts';

export function ClosureProgress({ closure, progress }: Pick<ClosureView, 'closure' | 'progress'>) {
  const isActive = closure.status === 'active';
  const isSending = isActive ? closure.isNotified : closure.isUndoNotified;
  if (progress.orders === 0)
    return (
      <Notice className="mb-8 max-w-3xl">
        No open orders were outside the new hours, so no one was notified.
      </Notice>
    );
  return (
    <section aria-label="Progress" className="mb-8">
      {isSending && progress.waiting > 0 ? (
        <p role="status" className="figures mb-3">
          Sending: {formatNumber(progress.waiting)} of {peopleCount(progress.people)} waiting.
          <progress
            className="mt-2 block w-full max-w-3xl"
            max={Math.max(progress.people, 1)}
            value={progress.people - progress.waiting}
            aria-label="Messages written"
          />
        </p>
      ) : null}
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {closedOrderStates.map((state) => (
          <li key={state}>
            <Link
              to={`?state=${state}#orders`}
              className="flex h-full min-h-11 flex-col rounded-surface px-4 py-3 inset-ring inset-ring-line hover:bg-cream"
            >
              <span className="figures text-2xl">{formatNumber(progress[state])}</span>
              <span className="text-sm text-ink-soft">
                {state === 'open' && !isActive ? 'At the old time' : closedOrderLabel[state]}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {isActive && progress.open > 0 ? (
        <p className="mt-4 max-w-3xl text-ink-soft">
          Orders without an answer stay open with their old time and everything they hold. They are never
          marked as missed automatically: call the customer, then move or cancel the order.
        </p>
      ) : null}
    </section>
  );
}
