/** One message: in a sandboxed frame, and as plain text with its links. */
import { Link } from 'react-router';
import { confirmPath } from '#core/accounts/identity/accounts/confirm-path.ts';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { mailStatusLabel, mailTones } from '#core/ground/mail/mail-status.ts';
import { readSentMail } from '#core/ground/notifications/read-sent-mail.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/sent-mail-message.page';
import { Words } from './mail-words.tsx';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'sent-mail.read', request);
  const message = await readSentMail(actor, params.id, (await storeClock()).zone);
  if (!message) throw new Response(null, { status: 404 });
  const { html: _html, ...shown } = message;
  return { ...shown, confirmAt: confirmPath(`/admin/sent-mail/${shown.id}`) };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.subject ?? 'Mail'} · Admin` },
];

export default function SentMailMessage({ loaderData }: Route.ComponentProps) {
  const { id, recipient, subject, status, at, text, attempts, lastError, wipedAt, link, confirmAt } =
    loaderData;
  return (
    <>
      <BackLink to="/admin/sent-mail" label="Sent Mail" />
      <h1 className="text-2xl">{subject}</h1>
      <dl className="mt-3 mb-6 grid max-w-xl min-[18rem]:grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
        <dt className="text-ink-soft">To</dt>
        <dd>
          <EmailAddress className="wrap-anywhere">{recipient}</EmailAddress>
        </dd>
        <dt className="text-ink-soft">Written</dt>
        <dd className="figures">{at}</dd>
        <dt className="text-ink-soft">Status</dt>
        <dd>
          <StatusBadge tone={mailTones[status]}>{mailStatusLabel[status]}</StatusBadge>
        </dd>
        {lastError ? (
          <>
            <dt className="text-ink-soft">Last attempt</dt>
            <dd>
              {lastError} (attempts: {attempts})
            </dd>
          </>
        ) : null}
      </dl>
      {link === 'confirm-first' ? (
        <Notice className="mb-6 max-w-3xl">
          The link in this email opens an account.{' '}
          <Link to={confirmAt} className="underline underline-offset-4">
            Confirm it’s you
          </Link>{' '}
          to see it.
        </Notice>
      ) : null}
      {link === 'hidden' && !wipedAt ? (
        <Notice className="mb-6 max-w-3xl">
          {status === 'kept'
            ? 'The link in this email opens another person’s account, so it is hidden.'
            : 'The link in this email opens an account, so only the recipient sees it.'}
        </Notice>
      ) : null}
      {wipedAt ? (
        <p className="max-w-xl rounded-control bg-cream px-4 py-10 text-center text-ink-soft">
          The text of this email was removed on {wipedAt}.
        </p>
      ) : (
        <Words id={id} subject={subject} text={text} />
      )}
    </>
  );
}
