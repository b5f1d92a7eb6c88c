/** Renders errors: their number by hour, and the newest ones with what finds them in the log. */
import type { FailureKind } from '#kernel/statuses.ts';
import { Panel } from '#office/kit/panel.tsx';
import { StatusBadge, type Tone } from '#ui/badge.tsx';
import { BarChart } from '#ui/charts/bar-chart.tsx';
import type { BarsDrawing } from '#ui/charts/drawing.ts';
import type { Operations } from './operations-queries.server.ts';

const kinds: Readonly<Record<FailureKind, { label: string; tone: Tone }>> = {
  failed: { label: 'Failed', tone: 'red' },
  busy: { label: 'Busy', tone: 'yellow' },
  away: { label: 'Database away', tone: 'red' },
  browser: { label: 'Browser', tone: 'yellow' },
};

type Errors = { drawing: BarsDrawing; total: number; newest: Operations['errors']['newest'] };

export function ErrorsSection({ errors }: { errors: Errors }) {
  return (
    <Panel title="Errors" id="errors" note={`${errors.total} in the last 24 hours`}>
      <p className="measure mb-3 text-ink-soft">
        Pages and actions that failed. Busy: two people changed the same thing at once, and one was asked to
        try again. Browser: a page failed on someone’s screen; these are listed, not counted. The log has more
        about each, under its reference.
      </p>
      {errors.total === 0 ? null : <BarChart drawing={errors.drawing} />}
      {errors.newest.length === 0 ? null : (
        <>
          <h3 className="mt-5 mb-2 font-semibold">The newest</h3>
          <ol className="divide-y divide-line border-y border-line text-sm">
            {errors.newest.map((error) => (
              <li key={error.id} className="grid gap-x-5 gap-y-0.5 py-2 lg:grid-cols-[12rem_minmax(0,1fr)]">
                <p className="figures text-ink-soft">{error.at}</p>
                <div className="min-w-0 wrap-anywhere">
                  <p>
                    <StatusBadge tone={kinds[error.kind].tone}>{kinds[error.kind].label}</StatusBadge>{' '}
                    {error.status === null ? null : <span className="figures">{error.status} </span>}
                    {error.place}
                  </p>
                  <p className="text-ink-soft">{error.message || 'Nothing more is known; see the log.'}</p>
                  {error.requestId === null ? null : (
                    <p className="figures text-ink-soft">Reference {error.requestId}</p>
                  )}
                </div>
              </li>
            ))}
          </ol>
        </>
      )}
    </Panel>
  );
}
