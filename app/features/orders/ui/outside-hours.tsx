/** What became of orders when hours changed: they keep their time, and here is which. */
import { Link } from 'react-router';
import { Notice } from '#ui/notice.tsx';
import type { OutsideHours } from '../outside-hours-queries.server.ts';

export function OutsideHoursNotice({ outside }: { outside: OutsideHours }) {
  if (outside.orders.length === 0)
    return (
      <p className="text-ink-soft">
        Orders already placed keep their pickup time, whatever is changed here. All of them lie inside the
        posted hours.
      </p>
    );
  return (
    <Notice tone="caution" title="These orders have a pickup time outside the posted hours.">
      <p className="mt-1">They keep it. Call the customer, or give the order another time.</p>
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
