/** Renders the closures with work to do, on the dashboard. */
import { Link } from 'react-router';
import { closureDayWords } from '#core/sales/closures/closure.ts';
import type { ClosureWork as Work } from '#core/sales/closures/closures-queries.server.ts';
import { Notice } from '#ui/notice.tsx';

export function ClosureWork({ work }: { work: readonly Work[] }) {
  if (work.length === 0) return null;
  return (
    <div className="mb-6 flex flex-col gap-3">
      {work.map(({ number, firstDay, lastDay, reason, orders, open }) => (
        <Notice
          key={number}
          tone={open > 0 ? 'caution' : 'info'}
          title={
            <Link
              to={`/admin/closures/${number}${open > 0 ? '?state=open#orders' : ''}`}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {closureDayWords(firstDay, lastDay)}: {workWords(orders, open)}
            </Link>
          }
        >
          <p className="wrap-anywhere">{reason}</p>
        </Notice>
      ))}
    </div>
  );
}

function workWords(orders: number, open: number): string {
  if (orders === 0) return 'no orders affected';
  if (open === 0)
    return orders === 1 ? 'the one order has its answer' : `all ${orders} orders have an answer`;
  return `${open} of ${orders} ${orders === 1 ? 'order has' : 'orders have'} no answer yet`;
}
