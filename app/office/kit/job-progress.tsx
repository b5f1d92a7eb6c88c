/** Renders the progress of a job; the page reloads its data until the job is done. */
import { type ReactNode, useEffect } from 'react';
import { useRevalidator } from 'react-router';

const ASK_AGAIN_MS = 1000;

type Props = {
  /** What the job does: 'Importing'. */
  label: string;
  done: number;
  /** 0 while it is not known. */
  total: number;
  /** How far it is, in words. */
  children: ReactNode;
};

export function JobProgress({ label, done, total, children }: Props) {
  const { state, revalidate } = useRevalidator();
  useEffect(() => {
    if (state !== 'idle') return;
    const timer = setTimeout(() => void revalidate(), ASK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [state, revalidate]);
  return (
    <div className="max-w-xl">
      <progress
        {...(total > 0 ? { value: Math.min(done, total), max: total } : {})}
        aria-label={label}
        className="block w-full"
      />
      <p className="figures mt-2 text-ink-soft">{children}</p>
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
