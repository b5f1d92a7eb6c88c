/** One endpoint of webhooks: what it gets, its secrets, its messages, off and on. */
import { useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { stopWords } from '#core/running/webhooks/webhook.ts';
import { readEndpoint } from '#core/running/webhooks/webhooks-queries.server.ts';
import { ConfirmFirst } from '#office/settings/section-view.tsx';
import { confirmAtFor } from '#office/settings/settings-page.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Button } from '#ui/button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/webhook.page';
import { answerWebhook } from './answer-webhook.server.ts';
import { FormerSecret, SendActions, SwitchActions } from './endpoint-actions.tsx';
import { EndpointFields } from './endpoint-fields.tsx';
import { EndpointBadge } from './endpoint-list.tsx';
import { NewSecret } from './new-secret.tsx';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const { zone, today } = await storeClock();
  const [endpoint, confirmAt] = await Promise.all([
    readEndpoint(actor, params.endpoint, zone),
    confirmAtFor(actor, request),
  ]);
  if (!endpoint) throw new Response(null, { status: 404 });
  return { endpoint, confirmAt, since: `${today}T00:00` };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  return answerWebhook(actor, params.endpoint, await requestForm(request));
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.endpoint.name ?? 'Webhook'} · Webhooks · Admin` },
];

export default function Webhook({ loaderData, actionData }: Route.ComponentProps) {
  const { endpoint, confirmAt, since } = loaderData;
  const { secret, intent, refusal } = actionData ?? {};
  const isSaving = useNavigation().formData?.get('intent') === 'change';
  const refused = (form: string) => (intent === form ? refusal : undefined);
  return (
    <div className="max-w-3xl">
      <BackLink to="/admin/settings/webhooks" label="Webhooks" />
      <div className="flex flex-wrap items-center gap-x-3">
        <h1 className="text-2xl wrap-anywhere">{endpoint.name}</h1>
        <EndpointBadge endpoint={endpoint} />
      </div>
      <p className="mt-1 mb-6 wrap-anywhere text-ink-soft">{endpoint.url}</p>
      {secret ? <NewSecret title="New secret" secret={secret} /> : null}
      {endpoint.stopped ? (
        <Notice tone="caution" title="Messages are turned off." className="mb-6">
          {stopWords[endpoint.stopped].sentence} Turn it on at the end of this page.
        </Notice>
      ) : null}
      {endpoint.failingSince && !endpoint.stopped ? (
        <Notice tone="caution" title={`Failing since ${endpoint.failingSince}.`} className="mb-6">
          Messages are tried again for a day and a half. If it fails for three days, it is turned off.
        </Notice>
      ) : null}
      {confirmAt ? <ConfirmFirst at={confirmAt} hasTyped={refusal !== undefined} /> : null}
      {endpoint.formerUntil ? <FormerSecret name={endpoint.name} until={endpoint.formerUntil} /> : null}
      <SendActions endpoint={endpoint} since={since} refusal={refused('replay')} />
      <h2 className="mt-10 mb-4 text-lg">What it gets</h2>
      <CheckedForm refusal={refused('change')} className="flex flex-col gap-5">
        <input type="hidden" name="intent" value="change" />
        <EndpointFields refusal={refused('change')} known={endpoint} />
        <Button type="submit" busy={isSaving} busyText="Saving…" className="self-start">
          Save
        </Button>
      </CheckedForm>
      <h2 className="mt-10 mb-4 text-lg">Secret, off and delete</h2>
      <SwitchActions endpoint={endpoint} />
    </div>
  );
}
