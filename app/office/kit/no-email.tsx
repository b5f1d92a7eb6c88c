/** Renders a warning where staff are about to rely on email and no mail server is set up. */
import { Link } from 'react-router';
import { Notice } from '#ui/notice.tsx';

export function NoEmail({ className }: { className: string }) {
  return (
    <Notice tone="caution" className={className} title="Email is not set up">
      <p>
        Customers see the message only in the shop, and by push or text where they chose it.{' '}
        <Link
          to="/admin/settings/connections"
          className="-my-3 inline-block py-3 underline underline-offset-4"
        >
          Set up a mail server
        </Link>
        , or call them.
      </p>
    </Notice>
  );
}
