/** Renders, on the page of special hours, the link to where a closed day opens again and its customers are notified. */
import { Link } from 'react-router';
import { closureName } from '#core/sales/closures/closure.ts';
import { Notice } from '#ui/notice.tsx';

export function ClosureHint({ number }: { number: number }) {
  return (
    <Notice tone="caution" className="mb-6" title={`${closureName({ number })} covers this day.`}>
      To open it again and tell its customers,{' '}
      <Link to={`/admin/closures/${number}`} className="underline underline-offset-4">
        undo it there
      </Link>
      . Saving here does not notify anyone.
    </Notice>
  );
}
