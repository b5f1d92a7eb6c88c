/** Renders a warning where staff are about to rely on email and no mail server is set up. */
import { Link } from 'react-router';
import { Notice } from '#ui/notice.tsx';

/** @param maySetUp whether the person may open Settings; the link would lead others nowhere */
export function NoEmail({ className, maySetUp }: { className: string; maySetUp: boolean }) {
  return (
    <Notice tone="caution" className={className} title="Email is not set up">
      <p>
        Customers see the message only in the shop, and by push or text where they chose it.{' '}
        {maySetUp ? (
          <>
            <Link
              to="/admin/settings/connections"
              className="-my-3 inline-block py-3 underline underline-offset-4"
            >
              Set up a mail server
            </Link>
            , or call them.
          </>
        ) : (
          'Call them.'
        )}
      </p>
    </Notice>
  );
}
