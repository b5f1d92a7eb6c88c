/** One message to an endpoint: its attempts with their answers, and its body. */
import { Form, useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { deliveryLabel, deliveryTones } from '#core/running/webhooks/message-list.ts';
import { sendAgain } from '#core/running/webhooks/send-again.server.ts';
import { webhookMessage } from '#core/running/webhooks/webhook.ts';
import { readEndpoint, readMessage } from '#core/running/webhooks/webhooks-queries.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Facts } from '#ui/facts.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/webhook-message.page';
import { Attempts } from './attempts.tsx';

const pathOf = (endpoint: string) => `/admin/settings/webhooks/${endpoint}/messages`;

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const { zone } = await storeClock();
  const [endpoint, message] = await Promise.all([
    readEndpoint(actor, params.endpoint, zone),
    readMessage(actor, params.endpoint, params.message, zone),
  ]);
  if (!endpoint || !message) throw new Response(null, { status: 404 });
  return { endpoint, message };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const outcome = await sendAgain(actor, params.endpoint, params.message);
  const page = `${pathOf(params.endpoint)}/${params.message}`;
  return outcome.ok
    ? redirectWithFlash(page, 'It is on its way again. Reload this page in a moment.', 'success')
    : redirectWithFlash(page, webhookMessage(outcome.problem), 'error');
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.message.type ?? 'Message'} · Webhooks · Admin` },
];

export default function WebhookMessage({ loaderData: { endpoint, message } }: Route.ComponentProps) {
  const isBusy = useNavigation().formMethod === 'POST';
  return (
    <div className="max-w-3xl">
      <BackLink to={pathOf(endpoint.id)} label={`Messages to ${endpoint.name}`} />
      <h1 className="mb-4 text-2xl wrap-anywhere">{message.type}</h1>
      <Facts
        facts={[
          [
            'Status',
            <StatusBadge key="status" tone={deliveryTones[message.status]}>
              {deliveryLabel[message.status]}
            </StatusBadge>,
          ],
          ['Id', <code key="id">{message.messageId}</code>],
          ['Created', message.at],
          ...(message.dueAt ? [['Next attempt', message.dueAt] as const] : []),
        ]}
      />
      {endpoint.stopped ? null : (
        <Form method="post" className="mt-6">
          <Button type="submit" rank="secondary" busy={isBusy} busyText="Sending…">
            Send again
          </Button>
        </Form>
      )}
      <h2 className="mt-10 mb-4 text-lg">Attempts</h2>
      <Attempts tries={message.tries} />
      <h2 className="mt-10 mb-4 text-lg">Body</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre tabIndex={0} className="overflow-x-auto rounded-control bg-cream p-4 text-sm">
        {message.payload}
      </pre>
    </div>
  );
}
