/** Renders the load of the day by pickup time, and what is left of the day and of earlier ones. */
import { Link } from 'react-router';
import { Notice } from '#ui/notice.tsx';
import type { Board } from '../day/board.ts';

const link = 'inline-flex min-h-11 items-center underline underline-offset-4';

export function Earlier({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Notice tone="caution" className="figures flex flex-wrap items-center gap-x-3">
      {count === 1
        ? '1 order of an earlier day is still open.'
        : `${count} orders of earlier days are still open.`}
      <Link to="/admin/orders?tab=late" className={link}>
        Late orders
      </Link>
    </Notice>
  );
}

export function DayIsOver() {
  return (
    <Notice className="flex flex-wrap items-center gap-x-3">
      The last pickup time of today is over.
      <Link to="/counter/end-of-day" className={link}>
        End of day
      </Link>
    </Notice>
  );
}

export function SlotLoad({ load, mayPause }: { load: Board['load']; mayPause: boolean }) {
  const most = Math.max(...load.map(({ units }) => units), 1);
  return (
    <section aria-labelledby="load-heading" className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="load-heading" className="text-base">
          Open pickups by time
        </h2>
        <p className="flex flex-wrap gap-x-5 text-sm">
          <Link to="/counter/waste" className={link}>
            Waste
          </Link>
          <Link to="/admin/orders/pick-list" className={link}>
            Today’s pick list
          </Link>
          {mayPause ? (
            <Link to="/admin/settings/pause" className={link}>
              Pause reservations
            </Link>
          ) : null}
        </p>
      </div>
      {load.length === 0 ? (
        <p className="text-sm text-ink-soft">No open pickups today.</p>
      ) : (
        <ul className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-2 xl:grid-cols-3">
          {load.map(({ time, orders, units }) => (
            <li
              key={time}
              className="figures grid grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-x-3 text-sm max-[16em]:grid-cols-1"
            >
              <span>{time}</span>
              <span className="flex flex-wrap items-center gap-x-2">
                <svg
                  aria-hidden="true"
                  viewBox="0 0 100 6"
                  preserveAspectRatio="none"
                  className="h-3 w-24 shrink-0"
                >
                  <rect width="100" height="6" rx="3" className="fill-line" />
                  <rect
                    width={Math.round((units / most) * 100)}
                    height="6"
                    rx="3"
                    className="fill-spruce-500"
                  />
                </svg>
                <span className="text-ink-soft min-[16em]:whitespace-nowrap">
                  {orders === 1 ? '1 order' : `${orders} orders`}, {units === 1 ? '1 unit' : `${units} units`}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
