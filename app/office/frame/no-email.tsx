/** Renders a warning where staff are about to rely on email and no mail server is set up. */
import { Link } from 'react-router';
import { Notice } from '#ui/notice.tsx';

export function NoEmail({ className }: { className: string }) {
  return (
    <Notice tone="caution" className={className} title="Email is not set up">
      <p>
        Customers see the message only in the shop, and by push or text where they chose it. Set up a mail
        server, or call them.{' '}
        <Link
          to="/admin/settings/connections"
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          Connections
        </Link>
      </p>
    </Notice>
  );
}
