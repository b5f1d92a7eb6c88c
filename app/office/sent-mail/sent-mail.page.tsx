/** Lists every mail the shop has written, and its outcome. */
import { Link } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { mailStatusLabel, mailTones } from '#core/ground/mail/mail-status.ts';
import { sentMailList } from '#core/ground/notifications/sent-mail-list.ts';
import { readSentMailList, type SentMailLine } from '#core/ground/notifications/sent-mail-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { ListPage } from '#office/kit/list-view.tsx';
import { mailLeavesTheHouse } from '#platform/outgoing/mail.ts';
import { StatusBadge } from '#ui/badge.tsx';
import type { Column } from '#ui/data-table/data-table.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/sent-mail.page';

const PATH = '/admin/sent-mail';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'sent-mail.read', request);
  const state = sentMailList.parse(new URL(request.url).searchParams);
  const page = await readSentMailList(actor, state, (await storeClock()).zone);
  if (!page) throw new Response(null, { status: 404 });
  return { state, page, leaves: mailLeavesTheHouse() };
}

export const meta: Route.MetaFunction = () => [{ title: 'Sent Mail · Admin' }];

const columns: readonly Column<SentMailLine, 'at'>[] = [
  { head: 'Subject', primary: true, cell: (line) => <Link to={`${PATH}/${line.id}`}>{line.subject}</Link> },
  {
    head: 'Recipient',
    cell: (line) => <EmailAddress className="wrap-anywhere">{line.recipient}</EmailAddress>,
  },
  {
    head: 'Status',
    cell: (line) => <StatusBadge tone={mailTones[line.status]}>{mailStatusLabel[line.status]}</StatusBadge>,
  },
  {
    head: 'Written',
    sort: 'at',
    cell: (line) => <span className="figures whitespace-nowrap">{line.at}</span>,
  },
];

export default function SentMail({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title="Sent Mail"
      path={PATH}
      list={sentMailList}
      shown={loaderData}
      above={
        <>
          <p className="measure mb-4 text-ink-soft">
            Every email to customers and staff: confirmations, codes, receipts, news. Open one to see what
            they got.
          </p>
          <Notice tone="info" className="mb-6 max-w-3xl">
            {loaderData.leaves
              ? 'Email goes to your mail server. Waiting messages are retried until the server accepts them. Of what was written before mail worked, only links that still work are sent; the rest stays here as not sent.'
              : 'Mail is not set up, so email is not sent; you can read it here. An admin sets it up under Settings, Mail. Invitations and confirmation links are sent then, if they still work.'}
          </Notice>
        </>
      }
      table={{ caption: 'Sent mail', columns, rowKey: (line) => line.id }}
      words={{
        unmatched: 'No email matches these filters.',
        all: 'Show all email',
        none: 'No email yet.',
      }}
    />
  );
}
