/** /counter/in-charge: who is in charge of the store, the change, and the shifts before. */

import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { chargeWords } from '#core/sales/cash-desk/charge.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { BackLink } from '#ui/page-head.tsx';
import { isReachable } from '../kit/lost-answer.ts';
import type { Route } from './+types/in-charge.page';
import { answerCharge } from './answer-charge.server.ts';
import { ChargeForm } from './charge-form.tsx';
import { readChargePage } from './shift-queries.server.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'cash.handle', request);
  return readChargePage(actor);
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'cash.handle', request);
  return answerCharge(actor, await requestForm(request));
}

export const shouldRevalidate = isReachable;

export const meta: Route.MetaFunction = () => [{ title: 'In charge · Counter' }];

export default function InChargePage({ loaderData, actionData }: Route.ComponentProps) {
  const { inCharge, people, history, key, viewerId } = loaderData;
  const answer = useAnswer(actionData);
  useLive(['cash']);
  return (
    <div className="mx-auto max-w-3xl">
      <BackLink to="/counter" label="Counter" />
      <h1 className="text-2xl wrap-anywhere">
        {inCharge ? `${inCharge.person} is in charge` : 'No one is in charge'}
      </h1>
      <p className="figures mb-5 text-ink-soft">
        {inCharge
          ? `Since ${inCharge.since}.`
          : 'The person in charge answers for the store during the shift.'}
      </p>
      <ChargeForm
        key={inCharge?.id ?? 'none'}
        {...{ inCharge, people, viewerId, answer }}
        newKey={answer?.values.key ?? key}
      />
      <section aria-labelledby="before" className="mt-8">
        <h2 id="before" className="mb-2 text-lg">
          Before
        </h2>
        {history.length === 0 ? <p className="text-ink-soft">No one was in charge before.</p> : null}
        <ul className="figures divide-y divide-line">
          {history.map((charge) => (
            <li key={charge.since} className="py-2 wrap-anywhere">
              {chargeWords(charge)}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
