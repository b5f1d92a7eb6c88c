/** Says that reports to the state need a decision. */
import { Link } from 'react-router';
import { formatNumber } from '#kernel/number.ts';
import { Notice } from '#ui/notice.tsx';

export function StateTasks({ tasks }: { tasks: number | null }) {
  if (!tasks) return null;
  return (
    <Notice
      tone="caution"
      className="mb-6"
      title={
        <Link
          to="/admin/state-tracking/tasks"
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {`State tracking: ${formatNumber(tasks)} ${tasks === 1 ? 'task' : 'tasks'}`}
        </Link>
      }
    >
      <p>{tasks === 1 ? 'Metrc refused a report.' : 'Metrc refused reports.'} Sales go on.</p>
    </Notice>
  );
}
