/** Renders which units of an order keep it from being ready, and what staff do about it. */
import { Link } from 'react-router';
import { batchesLabel } from '#core/goods/stock/lots/lots.ts';
import { TAKE_OUT_FIRST, takeOutLine } from '#core/goods/stock/put-back/put-back.ts';
import { UNITS_MISSING, UNITS_TO_PACK } from '#core/sales/orders/order-status.ts';
import { Notice } from '#ui/notice.tsx';
import type { ManagedOrder } from './managed-order-queries.server.ts';

const link = 'inline-flex min-h-11 items-center underline underline-offset-4';

/** Nothing for an order that lacks no units and has none to take out or to pack again. */
export function UnreadyUnits({ order, path }: { order: ManagedOrder; path: string }) {
  return (
    <>
      {order.takeOut.length > 0 ? <UnitsToTakeOut order={order} /> : null}
      {order.missing > 0 ? <MissingUnits order={order} path={path} /> : null}
      {order.toPack > 0 ? <UnitsToPack order={order} /> : null}
    </>
  );
}

/** Also on paper: the bag may be beside it. */
function UnitsToTakeOut({ order }: { order: ManagedOrder }) {
  return (
    <Notice tone="error" className="mb-5" title={TAKE_OUT_FIRST}>
      <ul>
        {order.takeOut.map(({ id, ...row }) => (
          <li key={id} className="figures">
            {takeOutLine(row)}
          </li>
        ))}
      </ul>
      <p className="print:hidden">
        These units are in the bag and no longer in this order.{' '}
        <Link to={`/counter/orders/${order.number}`} className={link}>
          Take them out at the counter
        </Link>
      </p>
    </Notice>
  );
}

function MissingUnits({ order, path }: { order: ManagedOrder; path: string }) {
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

function UnitsToPack({ order }: { order: ManagedOrder }) {
  return (
    <Notice tone="caution" className="mb-5 print:hidden" title={UNITS_TO_PACK}>
      <ul>
        {order.lines
          .filter(({ toPack }) => toPack > 0)
          .map(({ productId, name, toPack, batches }) => (
            <li key={productId} className="figures">
              {[`${toPack} of ${name}`, batchesLabel(batches)].filter(Boolean).join(' · ')}
            </li>
          ))}
      </ul>
      <p>
        The stock of this order changed after it was packed. Check the bag against these batches, add what is
        new, then mark the order ready.
      </p>
    </Notice>
  );
}
