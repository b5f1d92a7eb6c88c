/** One message: as it looks, in a frame that can do nothing, and as plain text with its links. */
import { Fragment } from 'react';
import { Link } from 'react-router';
import { requirePermission } from '#features/identity/guards.server.ts';
import { mailStatusLabel, mailTones } from '#features/mail/mail-status.ts';
import { readSentMail } from '#features/notifications/read-sent-mail.server.ts';
import { storeClock } from '#features/settings/store-clock.server.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/sent-mail-message';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'sent-mail.read', request);
  const message = await readSentMail(actor, params.id, (await storeClock()).zone);
  if (!message) throw new Response(null, { status: 404 });
  const { html: _html, ...shown } = message;
  return shown;
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.subject ?? 'Mail'} · Admin` },
];

export default function SentMailMessage({ loaderData }: Route.ComponentProps) {
  const { id, recipient, subject, status, at, text, attempts, lastError, wipedAt, link } = loaderData;
  return (
    <>
      <p className="mb-4">
        <Link to="/admin/sent-mail" className="text-spruce-700 underline underline-offset-4">
          Sent Mail
        </Link>
      </p>
      <h1 className="text-2xl">{subject}</h1>
      <dl className="mt-3 mb-6 grid max-w-xl min-[18rem]:grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
        <dt className="text-ink-soft">To</dt>
        <dd className="break-all">{recipient}</dd>
        <dt className="text-ink-soft">Written</dt>
        <dd className="figures">{at}</dd>
        <dt className="text-ink-soft">Status</dt>
        <dd>
          <StatusBadge tone={mailTones[status]}>{mailStatusLabel[status]}</StatusBadge>
        </dd>
        {lastError ? (
          <>
            <dt className="text-ink-soft">Last try</dt>
            <dd>
              {lastError} (tries so far: {attempts})
            </dd>
          </>
        ) : null}
      </dl>
      {link === 'hidden' && !wipedAt ? (
        <Notice className="mb-6 max-w-3xl">
          {status === 'kept'
            ? 'The link in this mail opens an account with more rights than yours, so it is not shown.'
            : 'The link in this mail opens an account; only its recipient gets it.'}
        </Notice>
      ) : null}
      {wipedAt ? (
        <p className="max-w-xl rounded-control bg-cream px-4 py-10 text-center text-ink-soft">
          The words of this mail were removed on {wipedAt}.
        </p>
      ) : (
        <Words id={id} subject={subject} text={text} />
      )}
    </>
  );
}

function Words({ id, subject, text }: { id: string; subject: string; text: string }) {
  return (
    <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]">
      <iframe
        title={`The message ‘${subject}’ as it looks`}
        src={`/admin/sent-mail/${id}/html`}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        className="h-[46rem] w-full rounded-surface border border-line bg-white"
      />
      <section>
        <h2 className="mb-2 text-lg">As plain text</h2>
        <pre className="overflow-x-auto rounded-surface bg-cream p-4 font-sans whitespace-pre-wrap break-words">
          <Linked text={text} />
        </pre>
      </section>
    </div>
  );
}

/** The text with its addresses as links, so that a sign-up can be completed from here. */
function Linked({ text }: { text: string }) {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never change places
      <a key={index} href={part} className="break-all text-spruce-700 underline">
        {part}
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never change places
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
