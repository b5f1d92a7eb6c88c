/** Renders what a recall is about: its lots, the reason, the message, and its units when it started. */
import { Link } from 'react-router';
import { durationText, lotName } from '#core/sales/recalls/recall.ts';
import type { RecallProgress } from '#core/sales/recalls/recalls-queries.server.ts';
import type { TraceCounts } from '#core/sales/recalls/trace.ts';
import { formatNumber } from '#kernel/number.ts';
import { Panel } from '#office/kit/panel.tsx';
import { Facts } from '#ui/facts.tsx';
import type { RecallView } from './recall-view.server.ts';

const link = 'inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4';

export function RecallFacts({
  recall,
  counts,
  progress,
}: {
  recall: RecallView['recall'];
  counts: TraceCounts | null;
  /** null for a draft. */
  progress: RecallProgress | null;
}) {
  const course: [string, string | null][] = [
    ['Drafted', `${recall.createdAt} by ${recall.createdByName}`],
    ['Started', recall.startedAt && `${recall.startedAt} by ${recall.startedByName ?? 'unknown'}`],
    [
      'Messages',
      recall.isExercise || !progress
        ? null
        : recall.sentAt &&
          `In customers’ accounts since ${recall.sentAt}; emails sent: ${formatNumber(progress.sent)} of ${formatNumber(progress.people)}`,
    ],
    [
      'Trace took',
      recall.isExercise && recall.traceSeconds !== null ? durationText(recall.traceSeconds) : null,
    ],
    ['Ended', recall.endedAt && `${recall.endedAt} by ${recall.endedByName ?? 'unknown'}`],
    ['Note', recall.endNote],
  ];
  return (
    <div className="flex flex-col gap-8">
      <Panel title="Lots">
        <ul>
          {recall.lots.map((lot) => (
            <li key={lot.id}>
              <Link to={`/admin/lots/${lot.id}`} className={link}>
                {lotName(lot)}
              </Link>
            </li>
          ))}
        </ul>
        <p className="mt-2 text-ink-soft wrap-anywhere">{recall.reason}</p>
      </Panel>
      {counts ? (
        <Panel title={recall.startedAt ? 'Units when it started' : 'Units now'}>
          <Facts
            facts={[
              ['Received', formatNumber(counts.received)],
              ['On the shelf', formatNumber(counts.onHand)],
              ['Sold', formatNumber(counts.sold)],
              ['Returned', formatNumber(counts.returned)],
              ['In open orders', formatNumber(counts.heldUnits)],
              ['Buyers', formatNumber(counts.buyers)],
              ['Not reachable', formatNumber(counts.unreachable)],
            ]}
          />
        </Panel>
      ) : null}
      <Panel title="Course">
        <Facts facts={course.filter((fact): fact is [string, string] => Boolean(fact[1]))} />
      </Panel>
      <Panel title="Message">
        <p className="font-medium wrap-anywhere">{recall.title}</p>
        <p className="mt-1 whitespace-pre-line text-ink-soft wrap-anywhere">{recall.words}</p>
      </Panel>
    </div>
  );
}
