/** /counter/waste: find a lot, move units of it to waste with a witness, and undo it until it is destroyed. */
import { Link } from 'react-router';
import { readWitnesses } from '#core/accounts/identity/pins/witnesses-queries.server.ts';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readWaitingWaste } from '#core/goods/stock/waste/waste-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { newId } from '#kernel/ids.ts';
import type { FormRefusal } from '#platform/requests/form.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { BackLink } from '#ui/page-head.tsx';
import { Attempt } from '../kit/attempt.tsx';
import { isReachable } from '../kit/lost-answer.ts';
import type { Route } from './+types/record-waste.page';
import { answerWaste } from './answer-waste.server.ts';
import { FindLot } from './find-lot.tsx';
import { MoveForm } from './move-form.tsx';
import { WaitingWaste } from './waiting-waste.tsx';
import { findWasteLots, readWasteLot } from './waste-lots-queries.server.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  const { searchParams } = new URL(request.url);
  const find = (searchParams.get('find') ?? '').trim().slice(0, 100);
  const lotId = Number(searchParams.get('lot') ?? '');
  const { zone } = await storeClock();
  const [lot, witnesses, found, waiting] = await Promise.all([
    lotId > 0 ? readWasteLot(actor, lotId) : null,
    lotId > 0 ? readWitnesses(actor, request.headers) : null,
    findWasteLots(actor, find),
    readWaitingWaste(actor, zone),
  ]);
  return { find, lot, witnesses, found, waiting, key: newId<string>() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  return answerWaste(actor, await requestForm(request), request);
}

export const shouldRevalidate = isReachable;

export const meta: Route.MetaFunction = () => [{ title: 'Waste · Counter' }];

export default function WastePage({ loaderData, actionData }: Route.ComponentProps) {
  const { find, lot, witnesses, found, waiting, key } = loaderData;
  const answer = useAnswer(actionData as FormRefusal | undefined);
  useLive(['inventory'], { paused: lot !== null });
  return (
    <div className="mx-auto max-w-4xl">
      <BackLink to="/counter/end-of-day" label="End of day" />
      <h1 className="mb-4 text-2xl">Waste</h1>
      {lot && witnesses ? (
        <Attempt
          key={`${lot.id} ${answer ? (answer.values.key ?? 'used') : 'none'}`}
          newKey={key}
          render={(attempt) => <MoveForm {...{ lot, witnesses, attempt, answer }} />}
        />
      ) : (
        <FindLot find={find} found={found} />
      )}
      <WaitingWaste rows={waiting} />
      <p className="mt-4">
        <Link to="/admin/waste" className="inline-flex min-h-11 items-center underline underline-offset-4">
          All waste
        </Link>
      </p>
    </div>
  );
}
