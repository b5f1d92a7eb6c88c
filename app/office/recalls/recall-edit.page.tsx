/** Drafts a recall, or edits the draft. Nothing happens to lots or people yet. */
import { useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { recallMessage, shippedMessage } from '#core/sales/recalls/recall.ts';
import { readRecall } from '#core/sales/recalls/recalls-queries.server.ts';
import { fitsInteger } from '#kernel/number.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { SaveForm } from '#ui/form/save-form.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/recall-edit.page';
import { answerRecallEdit } from './answer-recall-edit.server.ts';
import { findLots, findSisters } from './lot-choice-queries.server.ts';
import { RecallFields } from './recall-fields.tsx';

const PATH = '/admin/recalls';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  if (params.id) {
    const recall = await readRecall(actor, params.id);
    if (!recall) throw new Response(null, { status: 404 });
    if (recall.status !== 'draft')
      throw redirectWithFlash(`/admin/recalls/${params.id}`, recallMessage({ kind: 'not-draft' }), 'info');
    const { isExercise, reason, title, words, version } = recall;
    const values = { kind: isExercise ? 'exercise' : 'recall', reason, title, words };
    const ticked = recall.lots.map(({ id }) => id);
    const batches = recall.lots.map(({ batch }) => batch);
    const choices = await findLots(actor, { ids: ticked, batches });
    const sisters = await findSisters(actor, recall.lots, choices);
    return { id: params.id, version, values, ticked, choices, sisters };
  }
  const query = new URL(request.url).searchParams;
  const lotId = Number(query.get('lot'));
  const ids = fitsInteger(lotId) ? [lotId] : [];
  const [lot] = await findLots(actor, { ids, batches: [] });
  const choices = lot ? await findLots(actor, { ids, batches: [lot.batch] }) : [];
  const sisters = await findSisters(actor, lot ? [lot] : [], choices);
  const values = {
    kind: query.get('exercise') ? 'exercise' : 'recall',
    reason: '',
    ...shippedMessage(lot ? [lot] : []),
  };
  return { id: null, version: 1, values, ticked: lot ? [lot.id] : [], choices, sisters };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  return answerRecallEdit(actor, params.id ?? null, await requestForm(request));
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.id ? 'Edit recall' : 'New recall'} · Admin` },
];

export default function RecallEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { id, version, values, ticked, choices, sisters } = loaderData;
  const isBusy = useNavigation().formMethod === 'POST';
  const shown = actionData?.refusal.values ?? values;
  const isExercise = shown.kind === 'exercise';
  return (
    <div className="max-w-3xl">
      <BackLink to={id ? `${PATH}/${id}` : PATH} label={id ? 'The draft' : 'Recalls'} />
      <h1 className="mb-2 text-2xl">
        {id ? 'Edit the draft' : isExercise ? 'New mock recall' : 'New recall'}
      </h1>
      <p className="mb-6 text-ink-soft">
        Nothing happens yet. Next you see how many people have it, and start{' '}
        {isExercise ? 'the exercise' : 'the recall'}.
      </p>
      <SaveForm refusal={actionData?.refusal} version={version} base={values} className="flex flex-col gap-5">
        <RecallFields
          values={shown}
          errors={actionData?.refusal.errors ?? {}}
          choices={actionData?.choices ?? choices}
          sisters={actionData?.sisters ?? sisters}
          ticked={actionData?.ticked ?? ticked}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isBusy} busyText="Saving…">
            Save and see who has it
          </Button>
          <ButtonLink to={id ? `${PATH}/${id}` : PATH} rank="quiet">
            Cancel
          </ButtonLink>
        </div>
      </SaveForm>
    </div>
  );
}
