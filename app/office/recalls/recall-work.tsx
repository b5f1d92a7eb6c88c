/** Renders the active recalls on the dashboard. */
import { Link } from 'react-router';
import { recallName } from '#core/sales/recalls/recall.ts';
import type { RecallWork as Work } from '#core/sales/recalls/recalls-queries.server.ts';
import { peopleCount } from '#core/sales/recalls/trace.ts';
import { formatNumber } from '#kernel/number.ts';
import { Notice } from '#ui/notice.tsx';

export function RecallWork({ work }: { work: readonly Work[] }) {
  if (work.length === 0) return null;
  return (
    <div className="mb-6 flex flex-col gap-3">
      {work.map(({ id, number, title, people, unanswered }) => (
        <Notice
          key={id}
          tone={unanswered > 0 ? 'caution' : 'info'}
          title={
            <Link
              to={`/admin/recalls/${id}`}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {recallName({ number, isExercise: false })}:{' '}
              {unanswered > 0
                ? `${formatNumber(unanswered)} of ${peopleCount(people)} have not answered`
                : people === 0
                  ? 'no one needed a message'
                  : 'everyone has answered'}
            </Link>
          }
        >
          <p className="wrap-anywhere">{title}</p>
        </Notice>
      ))}
    </div>
  );
}
