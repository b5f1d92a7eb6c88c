/** Lists what was sent to an endpoint, and what became of it. */
import { Link } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { deliveryLabel, deliveryTones, messageList } from '#core/running/webhooks/message-list.ts';
import { answerWords, KEPT_DAYS } from '#core/running/webhooks/webhook.ts';
import {
  type MessageLine,
  readEndpoint,
  readMessages,
} from '#core/running/webhooks/webhooks-queries.server.ts';
import { ListPage } from '#office/kit/list-view.tsx';
import { StatusBadge } from '#ui/badge.tsx';
import type { Column } from '#ui/data-table/data-table.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/webhook-messages.page';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const { zone } = await storeClock();
  const state = messageList.parse(new URL(request.url).searchParams);
  const [endpoint, page] = await Promise.all([
    readEndpoint(actor, params.endpoint, zone),
    readMessages(actor, params.endpoint, state, zone),
  ]);
  if (!endpoint || !page) throw new Response(null, { status: 404 });
  return { endpoint, state, page, path: `/admin/settings/webhooks/${endpoint.id}` };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Messages to ${loaderData?.endpoint.name ?? 'a webhook'} · Admin` },
];

const columns = (path: string): readonly Column<MessageLine, 'at'>[] => [
  {
    head: 'Message',
    primary: true,
    cell: (line) => <Link to={`${path}/messages/${line.id}`}>{line.type}</Link>,
  },
  {
    head: 'Created',
    sort: 'at',
    cell: (line) => <span className="figures whitespace-nowrap">{line.at}</span>,
  },
  {
    head: 'Status',
    cell: (line) => <StatusBadge tone={deliveryTones[line.status]}>{deliveryLabel[line.status]}</StatusBadge>,
  },
  { head: 'Attempts', align: 'right', cell: (line) => line.attempts },
  {
    head: 'Last answer',
    cell: (line) => line.lastError ?? (line.lastStatus === null ? '' : answerWords(line.lastStatus)),
  },
  {
    head: 'Took',
    align: 'right',
    cell: (line) => (line.lastMs === null ? '' : <span className="whitespace-nowrap">{line.lastMs} ms</span>),
  },
];

export default function WebhookMessages({ loaderData }: Route.ComponentProps) {
  const { endpoint, path } = loaderData;
  return (
    <>
      <BackLink to={path} label={endpoint.name} />
      <ListPage
        title={`Messages to ${endpoint.name}`}
        path={`${path}/messages`}
        list={messageList}
        shown={loaderData}
        above={<p className="measure mb-4 text-ink-soft">Of the last {KEPT_DAYS} days.</p>}
        table={{
          caption: `Messages to ${endpoint.name}`,
          columns: columns(path),
          rowKey: (line) => line.id,
        }}
        words={{
          unmatched: 'No message matches these filters.',
          all: 'Show all messages',
          none: 'No messages yet. Send a test message to see one.',
        }}
      />
    </>
  );
}
