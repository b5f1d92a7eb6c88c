/** Renders that no cash drawer is open, where cash is taken; it refuses no sale (decision 50). */
import { Link } from 'react-router';
import { Notice } from '#ui/notice.tsx';

export function NoDrawerNotice({ className = '' }: { className?: string }) {
  return (
    <Notice tone="caution" className={`flex flex-wrap items-center gap-x-3 ${className}`}>
      No drawer is open. Cash you take now is in no drawer’s count.
      <Link to="/counter/cash" className="-my-2.5 inline-block py-2.5 underline underline-offset-4">
        Open the drawer
      </Link>
    </Notice>
  );
}
