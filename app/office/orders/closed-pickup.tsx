/** Renders why an order's pickup time is closed for staff, and the way to a new one. */
import { Link } from 'react-router';
import { closureName } from '#core/sales/closures/closure.ts';
import { Notice } from '#ui/notice.tsx';

export function ClosedPickup({
  path,
  closure,
}: {
  /** The order's page. */
  path: string;
  /** The closure it waits in; null without one. */
  closure: { number: number; reason: string } | null;
}) {
  return (
    <Notice tone="caution" className="mb-5" title="The farm is closed at this pickup time.">
      {closure ? <p className="wrap-anywhere">{closure.reason}</p> : null}
      <p className="flex flex-wrap gap-x-5">
        {closure ? (
          <Link to={`/admin/closures/${closure.number}`} className={noticeLink}>
            {closureName(closure)}
          </Link>
        ) : null}
        <Link to={`${path}/edit`} className={noticeLink}>
          Choose a new time
        </Link>
      </p>
    </Notice>
  );
}

const noticeLink = 'inline-flex min-h-11 items-center underline underline-offset-4';
