/** Marks every page of office and counter during a rehearsal: what is done here is undone. */
import { Link } from 'react-router';
import { Notice } from '#ui/notice.tsx';

/** @param since the time at which it started; null while none is running */
export function RehearsalBanner({ since }: { since: string | null }) {
  if (since === null) return null;
  return (
    <Notice tone="caution" title={`Rehearsal since ${since}.`} className="mb-6 print:hidden">
      <p className="mt-1">
        Everything done since then is undone at its end.{' '}
        <Link to="/admin/settings/opening?step=rehearsal" className="underline underline-offset-4">
          Go to the rehearsal
        </Link>
      </p>
    </Notice>
  );
}
