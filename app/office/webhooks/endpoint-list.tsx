/** Renders the endpoints, each with its state. */
import { Link } from 'react-router';
import { stopWords } from '#core/running/webhooks/webhook.ts';
import type { ListedEndpoint } from '#core/running/webhooks/webhooks-queries.server.ts';
import { countText } from '#kernel/list-state.ts';
import { StatusBadge } from '#ui/badge.tsx';

export function EndpointList({ endpoints }: { endpoints: readonly ListedEndpoint[] }) {
  if (endpoints.length === 0) return <p className="text-ink-soft">No endpoints yet.</p>;
  return (
    <ul className="grid gap-3">
      {endpoints.map((endpoint) => (
        <li key={endpoint.id} className="rounded-surface border border-line bg-surface p-4">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link
              to={`/admin/settings/webhooks/${endpoint.id}`}
              className="inline-flex min-h-11 items-center font-medium wrap-anywhere text-spruce-700 underline underline-offset-4"
            >
              {endpoint.name}
            </Link>
            <EndpointBadge endpoint={endpoint} />
          </p>
          <p className="text-sm wrap-anywhere text-ink-soft">{endpoint.url}</p>
          <p className="mt-1 text-sm text-ink-soft">
            {countText(endpoint.types.length, 'kind of message', 'kinds of messages')}
            {endpoint.waiting > 0
              ? ` · ${countText(endpoint.waiting, 'message waits', 'messages wait')}`
              : null}
          </p>
        </li>
      ))}
    </ul>
  );
}

export function EndpointBadge({ endpoint: { stopped, failingSince } }: { endpoint: ListedEndpoint }) {
  if (stopped) return <StatusBadge tone="red">{stopWords[stopped].badge}</StatusBadge>;
  if (failingSince) return <StatusBadge tone="yellow">Failing</StatusBadge>;
  return <StatusBadge tone="green">On</StatusBadge>;
}
