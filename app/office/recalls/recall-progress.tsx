/** Renders how far a recall is: the people by state, each a filter of the list below. */
import { useEffect } from 'react';
import { Link, useRevalidator } from 'react-router';
import { personStateLabel, recallPersonStates } from '#core/sales/recalls/recall-people.ts';
import type { RecallProgress as Progress } from '#core/sales/recalls/recalls-queries.server.ts';
import { peopleCount, unitCount } from '#core/sales/recalls/trace.ts';
import { formatNumber } from '#kernel/number.ts';
import type { RecallView } from './recall-view.server.ts';

const REFRESH_MS = 5_000;

export function RecallProgress({ recall, progress }: { recall: RecallView['recall']; progress: Progress }) {
  const { people, waiting } = progress;
  const isSending = recall.status === 'active' && waiting > 0;
  const { revalidate } = useRevalidator();
  // A mail that leaves announces nothing: ten thousand in a row would only refresh every page.
  useEffect(() => {
    if (!isSending) return;
    const timer = setInterval(() => void revalidate(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [isSending, revalidate]);
  return (
    <section aria-label="Progress" className="mb-8">
      {isSending ? (
        <p role="status" className="figures mb-3">
          Sending: {formatNumber(waiting)} of {peopleCount(people)} waiting.
          <progress
            className="mt-2 block w-full max-w-3xl"
            max={Math.max(people, 1)}
            value={people - waiting}
            aria-label="Messages sent"
          />
        </p>
      ) : null}
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {recallPersonStates
          .filter((state) => state !== 'waiting' || waiting > 0)
          .map((state) => (
            <li key={state}>
              <Link
                to={`?state=${state}#people`}
                className="flex h-full min-h-11 flex-col rounded-surface px-4 py-3 inset-ring inset-ring-line hover:bg-cream"
              >
                <span className="figures text-2xl">{formatNumber(progress[state])}</span>
                <span className="text-sm text-ink-soft">
                  {personStateLabel[state]}
                  {state === 'returned' && progress.returnedUnits > 0
                    ? `, ${unitCount(progress.returnedUnits)}`
                    : ''}
                </span>
              </Link>
            </li>
          ))}
      </ul>
    </section>
  );
}
