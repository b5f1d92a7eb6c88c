/** /admin/waste/destroy: two people record what they destroyed, when and how. Final. */
import { readWitnesses } from '#core/accounts/identity/pins/witnesses-queries.server.ts';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readWaitingWaste } from '#core/goods/stock/waste/waste-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { systemClock } from '#kernel/time.ts';
import { Nothing } from '#office/kit/nothing.tsx';
import { requestForm } from '#platform/requests/request-body.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/destroy.page';
import { answerDestroy } from './answer-destroy.server.ts';
import { DestroyForm } from './destroy-form.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  const { zone } = await storeClock();
  const now = systemClock().toZonedDateTimeISO(zone).toPlainDateTime();
  return {
    waiting: await readWaitingWaste(actor, zone),
    witnesses: await readWitnesses(actor, request.headers),
    chosen: new URL(request.url).searchParams.getAll('waste'),
    now: now.toString({ smallestUnit: 'minute' }),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  return answerDestroy(actor, await requestForm(request), request);
}

export const meta: Route.MetaFunction = () => [{ title: 'Record destruction · Admin' }];

export default function Destroy({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useAnswer(actionData);
  return (
    <div className="max-w-3xl">
      <BackLink to="/admin/waste" label="Waste" />
      <h1 className="mb-2 text-2xl">Record destruction</h1>
      <p className="measure mb-6 text-ink-soft">
        Two people destroy waste: you and one other, who confirms it below. What is recorded here is final.
      </p>
      {loaderData.waiting.length === 0 ? (
        <Nothing>Nothing is waiting to be destroyed.</Nothing>
      ) : (
        <DestroyForm {...loaderData} answer={answer} />
      )}
    </div>
  );
}
