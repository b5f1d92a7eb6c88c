/** Says how many differences of a count were reported to the state. Nothing while the shop never reported. */
import { Link } from 'react-router';
import { formatNumber } from '#kernel/number.ts';
import type { StateActStatus } from '#kernel/statuses.ts';

const words: Readonly<Record<StateActStatus, string>> = {
  sent: 'reported',
  waiting: 'waiting to be reported',
  sending: 'being reported',
  refused: 'refused',
  skipped: 'not reported',
};

export function CountReports({ reports }: { reports: Partial<Record<StateActStatus, number>> | null }) {
  if (reports === null) return null;
  const said = (Object.keys(words) as StateActStatus[]).flatMap((status) =>
    reports[status] ? [`${formatNumber(reports[status])} ${words[status]}`] : [],
  );
  return (
    <p className="mb-4">
      State tracking: differences {said.join(', ')}.{' '}
      {reports.refused ? (
        <Link
          to="/admin/state-tracking/tasks"
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          Open the tasks
        </Link>
      ) : null}
    </p>
  );
}
