/** Renders that the shop takes no reservations, with the way to take them again. */
import { Link } from 'react-router';
import { Notice } from '#ui/notice.tsx';
import type { Dashboard } from './dashboard-queries.server.ts';

export function ReservationsPaused({ pause }: Pick<Dashboard, 'pause'>) {
  if (!pause) return null;
  return (
    <Notice tone="caution" title="Reservations are paused" className="mb-6">
      <p className="wrap-anywhere">{pause.words}</p>
      {pause.mayReopen ? (
        <Link
          to="/admin/settings/pause"
          className="-mb-2 inline-flex min-h-11 items-center underline underline-offset-4"
        >
          Change or end the pause
        </Link>
      ) : null}
    </Notice>
  );
}
