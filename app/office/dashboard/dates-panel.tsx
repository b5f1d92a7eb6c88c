/** Renders dates that are due. */
import { Link } from 'react-router';
import { Panel } from '#office/kit/panel.tsx';
import type { StoreDateLine } from '#office/store-dates/store-dates-queries.server.ts';

export function DatesPanel({ dates }: { dates: readonly StoreDateLine[] }) {
  return (
    <div className="mb-12 max-w-3xl">
      <Panel title="Dates that matter" note={`${dates.length} due`}>
        <ul className="divide-y divide-line border-y border-line">
          {dates.map(({ id, title, due, away, isOverdue }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4">
              <Link
                to="/admin/settings/dates"
                className="inline-flex min-h-11 items-center wrap-anywhere underline-offset-4 hover:underline"
              >
                {title}
              </Link>
              <span className={`figures ${isOverdue ? 'font-medium text-clay-700' : 'text-ink-soft'}`}>
                {due}, {isOverdue ? `overdue: ${away}` : away}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}
