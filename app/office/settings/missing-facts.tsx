/** Says what a real store lacks before it can open, and that its mail does not work: on dashboard, Operations and set-up. */
import { Link } from 'react-router';
import type { SetUp } from '#core/ground/settings/set-up-queries.server.ts';
import type { MissingFact } from '#core/ground/settings/store-facts.ts';
import { Notice } from '#ui/notice.tsx';

const link = 'inline-flex min-h-11 items-center underline underline-offset-4';

export function StartNotices({
  missing,
  isOpen,
  mail,
  className,
}: {
  missing: readonly MissingFact[];
  isOpen: boolean;
  mail: SetUp['mail'];
  className: string;
}) {
  return (
    <>
      {mail === 'works' ? null : <MailOff mail={mail} className={className} />}
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

function MailOff({ mail, className }: { mail: SetUp['mail']; className: string }) {
  return (
    <Notice tone="error" title="Without mail no new customer can order." className={className}>
      <p className="mt-1">
        {mail === 'untested'
          ? 'A mail service is set, but its last test did not work.'
          : 'New customers confirm their email by a link, and staff are invited by one.'}{' '}
        Emails that were not sent are under{' '}
        <Link to="/admin/sent-mail" className="underline underline-offset-4">
          Sent Mail
        </Link>
        .
      </p>
      <p>
        <Link to="/admin/settings/mail" className={link}>
          {mail === 'untested' ? 'Correct and test it' : 'Set up mail'}
        </Link>
      </p>
    </Notice>
  );
}
