/** Says which lots the state holds, and that reports to it need a decision. */
import { Link } from 'react-router';
import type { HeldLot } from '#core/goods/tracking/holds/held-lots-queries.server.ts';
import { formatNumber } from '#kernel/number.ts';
import { Notice } from '#ui/notice.tsx';
import { HeldLots } from './held-lots.tsx';

export function StateTasks({ tasks, held }: { tasks: number | null; held: readonly HeldLot[] }) {
  return (
    <>
      <HeldLots lots={held} />
      {tasks ? <Tasks tasks={tasks} /> : null}
    </>
  );
}

function Tasks({ tasks }: { tasks: number }) {
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
