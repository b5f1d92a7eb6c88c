/** Renders that a hand-over of this order without a network was not accepted, and where that is settled. */
import { Link } from 'react-router';
import { Notice } from '#ui/notice.tsx';

export function NotAcceptedNotice() {
  return (
    <div className="mx-auto max-w-6xl">
      <Notice tone="caution" className="mb-5" title="A hand-over without a network was not accepted">
        The customer may have the goods, and the drawer the cash.{' '}
        <Link to="/counter/end-of-day#not-accepted" className="font-medium underline underline-offset-4">
          Settle it
        </Link>
      </Notice>
    </div>
  );
}
