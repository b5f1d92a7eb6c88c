/** Says what keeps a real store from opening, and that no mail leaves it: on the dashboard and in the set-up. */
import { Link } from 'react-router';
import type { MissingFact } from '#core/ground/settings/store-facts.ts';
import { Notice } from '#ui/notice.tsx';

const link = 'inline-flex min-h-11 items-center underline underline-offset-4';

export function StartNotices({
  missing,
  isOpen,
  isMailOff,
  className,
}: {
  missing: readonly MissingFact[];
  isOpen: boolean;
  isMailOff: boolean;
  className: string;
}) {
  return (
    <>
      {isMailOff ? <MailOff className={className} /> : null}
      <MissingFacts missing={missing} isOpen={isOpen} className={className} />
    </>
  );
}

function MissingFacts({
  missing,
  isOpen,
  className,
}: {
  missing: readonly MissingFact[];
  /** Whether visitors read these facts now. */
  isOpen: boolean;
  className?: string;
}) {
  if (missing.length === 0) return null;
  const samples = missing.filter(({ isSample }) => isSample);
  return (
    <Notice
      tone={isOpen ? 'error' : 'caution'}
      title={
        isOpen ? 'Visitors see facts that are not yours.' : 'Before the shop can open, fill in these facts.'
      }
      className={className}
    >
      {samples.length > 0 ? (
        <p className="mt-1">Those marked “sample” belong to the sample store. Replace them with your own.</p>
      ) : null}
      <ul className="flex flex-wrap gap-x-5">
        {missing.map(({ key, label, path, isSample }) => (
          <li key={key}>
            <Link to={path} className={link}>
              {label}
              {isSample ? ' (sample)' : ''}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function MailOff({ className }: { className?: string }) {
  return (
    <Notice tone="error" title="No mail leaves the shop, so no new customer can order." className={className}>
      <p className="mt-1">
        New customers confirm their email by a link, and staff are invited by one. The person who runs the
        server sets <code>SMTP_URL</code> and <code>MAIL_FROM</code> and restarts the shop. Links that were
        not sent are under{' '}
        <Link to="/admin/sent-mail" className="underline underline-offset-4">
          Sent Mail
        </Link>
        .
      </p>
      <p>
        <Link to="/admin/settings/connections" className={link}>
          Test the connection
        </Link>
      </p>
    </Notice>
  );
}
