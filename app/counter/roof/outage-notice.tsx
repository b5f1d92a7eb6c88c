/** Renders on every counter page that the state's tracking system is down, what is allowed, and the clock of the entries. */
import { Link } from 'react-router';
import type { OutageBanner } from '#core/goods/stock/outage/open-outage-queries.server.ts';
import { clockWords, DURING_OUTAGE } from '#core/goods/stock/outage/outage.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { Notice } from '#ui/notice.tsx';
import { useNow } from '../kit/use-now.ts';

export function OutageNotice({ outage, zone }: { outage: OutageBanner; zone: string }) {
  const clock = clockWords(useNow(outage.now), outage.deadline);
  const at = (moment: number) => formatDateTime(instantOf(new Date(moment)), zone);
  const entries = outage.left === 1 ? '1 entry' : `${outage.left} entries`;
  return (
    <Notice
      tone={clock.isOver ? 'error' : 'caution'}
      className="mb-4"
      title={
        outage.isOpen
          ? `The state’s tracking system has been down since ${at(outage.startedAt)}`
          : 'The state’s tracking system works again'
      }
    >
      {outage.isOpen ? (
        <details>
          <summary className="inline-flex min-h-11 items-center underline underline-offset-4">
            What is still allowed
          </summary>
          <p className="mb-2">{DURING_OUTAGE}</p>
        </details>
      ) : null}
      <p className="figures flex flex-wrap items-center gap-x-3">
        {outage.waiting > 0
          ? `The shop reports ${outage.waiting === 1 ? '1 entry' : `${outage.waiting} entries`} itself. `
          : null}
        {outage.left === 0
          ? `Nothing to enter${outage.waiting > 0 ? ' by hand' : ' so far'}.`
          : `${entries} to make in the state’s system.`}{' '}
        Due {at(outage.deadline)}, {clock.text}.
        <Link
          to={`/admin/outages/${outage.number}`}
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          List of entries
        </Link>
      </p>
    </Notice>
  );
}
