/** Renders orders whose pickup time is outside the hours after a change. */
import { Link } from 'react-router';
import { Notice } from '#ui/notice.tsx';
import type { OutsideHours } from './outside-hours-queries.server.ts';

export function OutsideHoursNotice({ outside }: { outside: OutsideHours }) {
  if (outside.orders.length === 0)
    return (
      <p className="text-ink-soft">
        Changes here do not move existing orders. All of them are inside the posted hours.
      </p>
    );
  return (
    <Notice tone="caution" title="These orders have pickup times outside the posted hours.">
      <p className="mt-1">
        Their times did not change.{' '}
        <Link to="/admin/closures/new" className="underline underline-offset-4">
          Close days and notify their customers
        </Link>
        , or call them and move the orders.
      </p>
      <ul className="mt-2 flex flex-wrap gap-x-6">
        {outside.orders.map(({ number, pickup }) => (
          <li key={number}>
            <Link
              to={`/admin/orders/${number}`}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {number}
            </Link>{' '}
            <span className="figures">{pickup}</span>
          </li>
        ))}
      </ul>
      {outside.more > 0 ? <p>And {outside.more} more.</p> : null}
    </Notice>
  );
}
