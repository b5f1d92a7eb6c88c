/** Renders the progress of an import; the page reloads its data until the import is done. */
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { formatNumber } from '#kernel/number.ts';
import type { ImportStatus } from '#kernel/statuses.ts';

const words: Readonly<Partial<Record<ImportStatus, string>>> = {
  reading: 'Comparing file with products',
  applying: 'Importing',
  undoing: 'Undoing import',
};

/** Whether the page is waiting for a job. */
export const isBusy = (status: ImportStatus): boolean => words[status] !== undefined;

const ASK_AGAIN_MS = 800;

export function ImportProgress({
  status,
  done,
  total,
}: {
  status: ImportStatus;
  done: number;
  total: number;
}) {
  const revalidator = useRevalidator();
  const { state, revalidate } = revalidator;
  useEffect(() => {
    if (state !== 'idle') return;
    const timer = setTimeout(() => void revalidate(), ASK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [state, revalidate]);
  const label = words[status] ?? '';
  return (
    <div className="max-w-xl">
      <progress
        value={Math.min(done, total)}
        max={Math.max(total, 1)}
        aria-label={label}
        className="block h-2 w-full overflow-hidden rounded-pill accent-spruce-500"
      />
      <p className="figures mt-2 text-ink-soft">
        {label}: {formatNumber(Math.min(done, total))} of {formatNumber(total)} rows. You can leave this page;
        it keeps running.
      </p>
      <noscript>
        <p className="mt-2">
          <a href="?" className="inline-flex min-h-11 items-center text-spruce-700 underline">
            Refresh progress
          </a>
        </p>
      </noscript>
    </div>
  );
}
