/** Renders an outage: since when, the clock, and what is left to enter. */
import { clockWords } from '#core/goods/stock/outage/outage.ts';
import type { OutageView } from '#core/goods/stock/outage/outage-list.ts';
import { Notice } from '#ui/notice.tsx';

/** @param now milliseconds since 1970 */
export function OutageFacts({ outage, now }: { outage: OutageView; now: number }) {
  const { started, ended, endedBy, declaredBy, note, total, left, waiting, deadline, deadlineAt } = outage;
  const isDone = left + waiting === 0;
  const clock = clockWords(now, deadline);
  return (
    <div className="mb-6 max-w-3xl">
      <p className="figures">
        Down since {started}, declared by {declaredBy}
        {ended ? `. Ended ${ended} by ${endedBy}.` : '.'}
      </p>
      {note ? <p className="mt-1 wrap-anywhere text-ink-soft">“{note}”</p> : null}
      <Notice tone={isDone ? 'success' : clock.isOver ? 'error' : 'caution'} className="mt-4">
        <span className="figures">
          {isDone
            ? total === 0
              ? 'No stock changed since it started.'
              : total === 1
                ? 'The one entry is in the state’s system.'
                : `All ${total} entries are in the state’s system.`
            : `Not in the state’s system yet: ${left + waiting} of ${total}. Due ${deadlineAt}, ${clock.text}.`}
        </span>
        {waiting > 0 ? (
          <p className="mt-1">
            The shop reports {left > 0 ? `${waiting} of them` : waiting === 1 ? 'it' : 'them'} itself when the
            system answers again. Do not enter {waiting === 1 ? 'it' : 'them'} by hand.
          </p>
        ) : null}
      </Notice>
    </div>
  );
}
