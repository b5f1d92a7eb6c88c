/** Every mail the shop has written, and what became of it. */
import { Link } from 'react-router';
import { requirePermission } from '#features/identity/guards.server.ts';
import { mailStatusLabel, mailTones } from '#features/mail/mail-status.ts';
import { sentMailList } from '#features/notifications/sent-mail-list.ts';
import { readSentMailList, type SentMailLine } from '#features/notifications/sent-mail-queries.server.ts';
import { storeClock } from '#features/settings/store-clock.server.ts';
import { mailLeavesTheHouse } from '#platform/mail.ts';
import { ListPage } from '#shell/list-page.tsx';
import { StatusBadge } from '#ui/badge.tsx';
import type { Column } from '#ui/data-table/data-table.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/sent-mail';

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
  { head: 'Recipient', cell: (line) => <span className="break-all">{line.recipient}</span> },
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
            Every message the shop has written to customers and staff: confirmations, codes, receipts, news.
            Open one to see what they got.
          </p>
          <Notice tone="info" className="mb-6 max-w-3xl">
            {loaderData.leaves
              ? 'Mail goes to your mail server. Waiting messages are tried again until it takes them.'
              : 'No mail server is configured, so mail stays here to be read. Set SMTP_URL to have it sent.'}
          </Notice>
        </>
      }
      table={{ caption: 'Sent mail', columns, rowKey: (line) => line.id }}
      words={{
        unmatched: 'No mail matches these filters.',
        all: 'Show all mail',
        none: 'No mail has been written yet.',
      }}
    />
  );
}
