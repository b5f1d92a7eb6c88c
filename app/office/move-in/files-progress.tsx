/** Renders the progress of the job on uploaded files; the page reloads its data until it is done. */
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { formatNumber } from '#kernel/number.ts';
import type { FileMoveStatus } from '#kernel/statuses.ts';

const words: Readonly<Partial<Record<FileMoveStatus, string>>> = {
  trying: 'Trying the files',
  moving: 'Bringing the files',
  undoing: 'Undoing',
};

const ASK_AGAIN_MS = 1000;

export function FilesProgress({
  status,
  done,
  total,
}: {
  status: FileMoveStatus;
  done: number;
  total: number;
}) {
  const { state, revalidate } = useRevalidator();
  useEffect(() => {
    if (state !== 'idle') return;
    const timer = setTimeout(() => void revalidate(), ASK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [state, revalidate]);
  const label = words[status] ?? '';
  return (
    <div className="max-w-xl">
      <progress
        {...(total > 0 ? { value: Math.min(done, total), max: total } : {})}
        aria-label={label}
        className="block h-2 w-full overflow-hidden rounded-pill accent-spruce-500"
      />
      <p className="figures mt-2 text-ink-soft">
        {label}
        {total > 0 ? `: ${formatNumber(Math.round((100 * Math.min(done, total)) / total))}%` : ''}. You can
        leave this page; it goes on, also after a restart.
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
