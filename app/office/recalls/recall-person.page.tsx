/** One buyer of a recall: what they bought, what they said, what they brought back. */

import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { recallName } from '#core/sales/recalls/recall.ts';
import { nameOfPerson } from '#core/sales/recalls/recall-people.ts';
import { readPerson, readRecall } from '#core/sales/recalls/recalls-queries.server.ts';
import { readSalesTo } from '#core/sales/recalls/trace-queries.server.ts';
import { mailLeavesTheHouse } from '#platform/outgoing/mail.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/recall-person.page';
import { answerRecallPerson } from './answer-recall-person.server.ts';
import { PersonFacts } from './person-facts.tsx';
import { AnswerForm, ReturnForms } from './person-forms.tsx';
import { personRow } from './person-row.ts';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  const recall = await readRecall(actor, params.id);
  const number = readProductId(params.number);
  const person = recall && number !== null ? await readPerson(recall, number) : null;
  if (!recall || !person) throw new Response(null, { status: 404 });
  const { zone } = await storeClock();
  const lotIds = recall.lots.map(({ id }) => id);
  return {
    recall: { id: recall.id, number: recall.number, isExercise: recall.isExercise, status: recall.status },
    person: personRow(person, zone, mailLeavesTheHouse()),
    sales: person.customerId ? await readSalesTo(actor, lotIds, person.customerId, zone) : [],
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  const number = readProductId(params.number);
  if (number === null) throw new Response(null, { status: 404 });
  return answerRecallPerson(actor, { recallId: params.id, number }, await requestForm(request));
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.person.customer ?? 'Recall'} · Admin` },
];

export default function RecallPerson({ loaderData, actionData }: Route.ComponentProps) {
  const { recall, person, sales } = loaderData;
  const answer = useAnswer(actionData);
  useLive(['recalls', 'inventory']);
  return (
    <div className="max-w-3xl">
      <BackLink to={`/admin/recalls/${recall.id}`} label={recallName(recall)} />
      <h1 className="mb-4 text-2xl wrap-anywhere">{nameOfPerson(person)}</h1>
      {answer ? <Notice tone="error" title={answer.message} className="mb-5" /> : null}
      <PersonFacts person={person} />
      {recall.status === 'active' ? (
        <>
          <AnswerForm current={person.answer?.label ?? null} />
          <ReturnForms sales={sales} refusal={answer} />
        </>
      ) : (
        <Notice>
          This {recall.isExercise ? 'was an exercise' : 'recall has ended'}: nothing more is recorded here.
        </Notice>
      )}
    </div>
  );
}
