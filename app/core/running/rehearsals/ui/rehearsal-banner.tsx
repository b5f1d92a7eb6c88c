/** Marks every page during a rehearsal, on paper too: nothing is sold, and what is done here is undone. */
import { Link } from 'react-router';
import { Notice } from '#ui/notice.tsx';

/**
 * @param since the time at which it started; null while none is running
 * @param mayEnd false for customers, who have no way to the rehearsal
 */
export function RehearsalBanner({ since, mayEnd = true }: { since: string | null; mayEnd?: boolean }) {
  if (since === null) return null;
  return (
    <Notice tone="caution" title={`Rehearsal since ${since}. Nothing is sold.`} className="mb-6">
      <p className="mt-1">
        Everything done since then is undone at its end.{' '}
        {mayEnd ? (
          <Link
            to="/admin/settings/opening?step=rehearsal"
            className="underline underline-offset-4 print:hidden"
          >
            Go to the rehearsal
          </Link>
        ) : null}
      </p>
    </Notice>
  );
}
