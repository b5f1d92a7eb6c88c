/** Every mail the shop has written, and what became of it. */
import { Form, Link } from 'react-router';
import { requirePermission } from '#features/identity/guards.server.ts';
import { mailTones } from '#features/mail/mail-status.ts';
import { readSentMailList } from '#features/notifications/sent-mail-queries.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { isWellFormedText, sliceSafe } from '#kernel/text.ts';
import { mailLeavesTheHouse } from '#platform/mail.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/sent-mail';

/** Past this many pages nobody leafs; a search finds it sooner. */
const MAXIMUM_PAGE = 1000;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'sent-mail.read', request);
  const query = new URL(request.url).searchParams;
  const asked = sliceSafe((query.get('recipient') ?? '').trim(), 254);
  const recipient = isWellFormedText(asked) ? asked : '';
  const page = Math.min(MAXIMUM_PAGE, Math.max(1, Math.trunc(Number(query.get('page'))) || 1));
  const list = await readSentMailList(actor, { recipient, page }, (await readSettings()).store.zone);
  if (!list) throw new Response(null, { status: 404 });
  return { ...list, recipient, leaves: mailLeavesTheHouse() };
}

export const meta: Route.MetaFunction = () => [{ title: 'Sent Mail · Admin' }];

export default function SentMail({ loaderData }: Route.ComponentProps) {
  const { lines, page, hasNext, recipient, leaves } = loaderData;
  return (
    <>
      <h1 className="mb-4 text-2xl">Sent Mail</h1>
      <Notice tone="info" className="mb-6 max-w-3xl">
        {leaves
          ? 'Mail is handed to the configured mail server. Waiting messages are tried again until it takes them.'
          : 'No mail server is configured, so mail stays here to be read. Set SMTP_URL to have it sent.'}
      </Notice>
      <Form method="get" noValidate className="mb-6 flex max-w-xl flex-wrap items-end gap-3">
        <Field
          label="Recipient"
          name="recipient"
          type="search"
          required
          defaultValue={recipient}
          className="min-w-56 flex-1"
        />
        <Button type="submit" rank="secondary">
          Search
        </Button>
        {recipient ? (
          <ButtonLink to="/admin/sent-mail" rank="quiet">
            Show all
          </ButtonLink>
        ) : null}
      </Form>
      {lines.length === 0 ? (
        <p className="rounded-control bg-cream px-4 py-10 text-center text-ink-soft">
          {recipient ? 'No mail to such an address.' : 'No mail has been written yet.'}
        </p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {lines.map((line) => (
            <li key={line.id}>
              <Link
                to={`/admin/sent-mail/${line.id}`}
                className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 px-3 py-2.5 hover:bg-cream xl:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_auto_11rem]"
              >
                <span className="min-w-0 break-words text-ink-soft max-xl:order-2 max-sm:col-span-2">
                  {line.recipient}
                </span>
                <span className="min-w-0 font-medium max-xl:order-0">{line.subject}</span>
                <span className="max-xl:order-1 max-xl:justify-self-end">
                  <StatusBadge tone={mailTones[line.status]}>{line.status}</StatusBadge>
                </span>
                <span className="figures text-ink-soft max-xl:order-3 sm:text-right">{line.at}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <nav aria-label="Pages" className={page > 1 || hasNext ? 'mt-6 flex items-center gap-4' : 'hidden'}>
        {page > 1 ? (
          <ButtonLink to={pageLink(recipient, page - 1)} rank="secondary" size="small">
            Previous
          </ButtonLink>
        ) : null}
        <span className="figures text-ink-soft">Page {page}</span>
        {hasNext ? (
          <ButtonLink to={pageLink(recipient, page + 1)} rank="secondary" size="small">
            Next
          </ButtonLink>
        ) : null}
      </nav>
    </>
  );
}

function pageLink(recipient: string, page: number): string {
  const query = new URLSearchParams({ page: String(page) });
  if (recipient) query.set('recipient', recipient);
  return `?${query}`;
}
