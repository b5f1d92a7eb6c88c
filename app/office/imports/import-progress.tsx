/** Renders the progress of an import. */
import { formatNumber } from '#kernel/number.ts';
import type { ImportStatus } from '#kernel/statuses.ts';
import { JobProgress } from '../kit/job-progress.tsx';

const words: Readonly<Partial<Record<ImportStatus, string>>> = {
  reading: 'Comparing file with products',
  applying: 'Importing',
  undoing: 'Undoing import',
};

/** Whether the page is waiting for a job. */
export const isBusy = (status: ImportStatus): boolean => words[status] !== undefined;

type Props = { status: ImportStatus; done: number; total: number };

export function ImportProgress({ status, done, total }: Props) {
  const label = words[status] ?? '';
  return (
    <JobProgress label={label} done={done} total={Math.max(total, 1)}>
      {label}: {formatNumber(Math.min(done, total))} of {formatNumber(total)} rows. You can leave this page;
      it goes on.
    </JobProgress>
  );
}
