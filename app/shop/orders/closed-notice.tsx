/** Renders why a customer's pickup time is closed, and the way to a new one. */
import { Link } from 'react-router';
import type { OrderDetails } from '#core/sales/orders/order-details-queries.server.ts';
import { Notice } from '#ui/notice.tsx';

export function ClosedNotice({
  details: { closed, mayMove, view },
  newTime,
}: {
  details: OrderDetails;
  /** The page of a closure's message; null if no closure covers the order. */
  newTime: string | null;
}) {
  if (!closed) return null;
  const path = newTime ?? (mayMove ? `/orders/${view.orderId}/move` : null);
  return (
    <Notice tone="caution" className="mb-8" title="We are closed at your pickup time.">
      {closed.reason ? <p className="wrap-anywhere">{closed.reason}</p> : null}
      {path ? (
        <Link
          to={path}
          className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
        >
          Choose a new time
        </Link>
      ) : (
        <p>Please call us to choose a new time.</p>
      )}
    </Notice>
  );
}
