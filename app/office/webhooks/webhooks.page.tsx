/** Lists the endpoints of webhooks, and adds one. */
import { data, useNavigation } from 'react-router';
import { confirmPath } from '#core/accounts/identity/accounts/confirm-path.ts';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { addEndpoint } from '#core/running/webhooks/add-endpoint.server.ts';
import { readNewEndpoint } from '#core/running/webhooks/endpoint-form.server.ts';
import { webhookMessage } from '#core/running/webhooks/webhook.ts';
import { readEndpoints } from '#core/running/webhooks/webhooks-queries.server.ts';
import { CONFIRM_FIRST } from '#kernel/problem.ts';
import { ConfirmFirst } from '#office/settings/section-view.tsx';
import { confirmAtFor } from '#office/settings/settings-page.server.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Button } from '#ui/button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import type { Route } from './+types/webhooks.page';
import { EndpointFields } from './endpoint-fields.tsx';
import { EndpointList } from './endpoint-list.tsx';
import { NewSecret } from './new-secret.tsx';

const PATH = '/admin/settings/webhooks';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const { zone } = await storeClock();
  const [endpoints, confirmAt] = await Promise.all([
    readEndpoints(actor, zone),
    confirmAtFor(actor, request),
  ]);
  if (!endpoints) throw new Response(null, { status: 403 });
  return { endpoints, confirmAt };
}

type Answer = { created?: { name: string; secret: string }; refusal?: FormRefusal };

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const read = readNewEndpoint(await requestForm(request));
  if (!read.ok) return data<Answer>({ refusal: read.refused() }, { status: 400 });
  const outcome = await addEndpoint(actor, read.value);
  if (outcome.ok) return data<Answer>({ created: outcome.value });
  const { kind } = outcome.problem;
  const field = kind === 'address-forbidden' || kind === 'address-unknown' ? 'url' : undefined;
  return data<Answer>(
    { refusal: read.refused(webhookMessage(outcome.problem), field) },
    { status: statusOf(outcome.problem) },
  );
}

export default function Webhooks({ loaderData, actionData }: Route.ComponentProps) {
  const { endpoints, confirmAt } = loaderData;
  const { created, refusal } = actionData ?? {};
  const isBusy = useNavigation().formMethod === 'POST';
  const isStale = confirmAt ?? (refusal?.message === CONFIRM_FIRST ? confirmPath(PATH) : null);
  return (
    <>
      {created ? <NewSecret title={`Endpoint added: ${created.name}`} secret={created.secret} /> : null}
      <h2 className="mb-4 text-lg">Endpoints</h2>
      <EndpointList endpoints={endpoints} />
      <h2 className="mt-10 mb-4 text-lg">New endpoint</h2>
      {isStale ? <ConfirmFirst at={isStale} hasTyped={!confirmAt} /> : null}
      <CheckedForm key={created?.secret} refusal={refusal} className="flex flex-col gap-5">
        <EndpointFields refusal={refusal} />
        <Button type="submit" busy={isBusy} busyText="Adding…" className="self-start">
          Add endpoint
        </Button>
      </CheckedForm>
    </>
  );
}
