/** Renders which units of an order no lot on sale has, and what staff can do about it. */
import { Link } from 'react-router';
import { UNITS_MISSING } from '#core/orders/order-status.ts';
import { Notice } from '#ui/notice.tsx';
import type { ManagedOrder } from './managed-order-queries.server.ts';

const link = 'inline-flex min-h-11 items-center underline underline-offset-4';

export function MissingUnits({ order, path }: { order: ManagedOrder; path: string }) {
  return (
    <Notice tone="error" className="mb-5 print:hidden" title={UNITS_MISSING}>
      <ul>
        {order.lines
          .filter(({ missing }) => missing > 0)
          .map(({ productId, name, missing }) => (
            <li key={productId} className="figures">
              {missing} of {name} ·{' '}
              <Link to={`/admin/products/${productId}/lots`} className={link}>
                Lots<span className="sr-only"> of {name}</span>
              </Link>
            </li>
          ))}
      </ul>
      <p>This order cannot be marked ready or handed over until every unit is in a lot on sale.</p>
      <p>The total includes these units until you replace or reduce them.</p>
      <p className="flex flex-wrap gap-x-4">
        <Link to={`${path}/edit`} className={link}>
          Replace or reduce
        </Link>
        <Link to={`${path}#next`} className={link}>
          Cancel order
        </Link>
      </p>
    </Notice>
  );
}
