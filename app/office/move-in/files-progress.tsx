/** Renders the progress of the job on uploaded files. */
import { formatNumber } from '#kernel/number.ts';
import type { FileMoveStatus } from '#kernel/statuses.ts';
import { JobProgress } from '../kit/job-progress.tsx';

const words: Readonly<Partial<Record<FileMoveStatus, string>>> = {
  trying: 'Trying the files',
  moving: 'Bringing the files',
  undoing: 'Undoing',
};

type Props = { status: FileMoveStatus; done: number; total: number };

export function FilesProgress({ status, done, total }: Props) {
  const label = words[status] ?? '';
  return (
    <JobProgress label={label} done={done} total={total}>
      {label}
      {total > 0 ? `: ${formatNumber(Math.round((100 * Math.min(done, total)) / total))}%` : ''}. You can
      leave this page; it goes on, also after a restart.
    </JobProgress>
  );
}
