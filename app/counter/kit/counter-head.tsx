/** Renders the head of an order's page at the counter: what is done with it for whom, its facts, and where else it is shown. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';

export const headLink = 'inline-flex min-h-11 min-w-11 items-center underline underline-offset-4';

/**
 * @param title ends with the name of the person at the counter
 * @param facts those that do not apply are null
 * @param links between the board and the office's page of the order
 * @param below across the whole width
 */
export function OrderHead({
  number,
  title,
  facts,
  links,
  below,
}: {
  number: string;
  title: ReactNode;
  facts: readonly (string | null)[];
  links?: ReactNode;
  below?: ReactNode;
}) {
  return (
    <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6">
      <div className="min-w-0">
        <h1 className="text-2xl wrap-anywhere">{title}</h1>
        <p className="figures mt-1 text-ink-soft wrap-anywhere">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <p className="flex flex-wrap gap-x-5 text-sm">
        <Link to="/counter" className={headLink}>
          Board
        </Link>
        {links}
        <Link to={`/admin/orders/${number}`} className={headLink}>
          All details
        </Link>
      </p>
      {below}
    </div>
  );
}
