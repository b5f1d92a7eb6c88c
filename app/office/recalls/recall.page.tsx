/** One recall: who has it, the message, who was told and answered; it starts and ends here. */
import { useNavigation } from 'react-router';
import { requirePermission, requireRecentSignIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { may } from '#core/ground/access/actor.ts';
import { recallName, recallStatusLabel, recallTones } from '#core/sales/recalls/recall.ts';
import { readRecall } from '#core/sales/recalls/recalls-queries.server.ts';
import { NoEmail } from '#office/kit/no-email.tsx';
import { requestForm } from '#platform/requests/request-body.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/recall.page';
import { answerRecallPage } from './answer-recall-page.server.ts';
import { DraftActions, EndRecall, StillOnSale } from './recall-actions.tsx';
import { RecallFacts } from './recall-facts.tsx';
import { RecallFiles } from './recall-files.tsx';
import { RecallProgress } from './recall-progress.tsx';
import { RecallTabs } from './recall-tabs.tsx';
import { readRecallView } from './recall-view.server.ts';
import { SisterLots } from './sister-lots.tsx';
import { Trace } from './trace-panel.tsx';

const PATH = '/admin/recalls';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  const recall = await readRecall(actor, params.id);
  if (!recall) throw new Response(null, { status: 404 });
  const view = await readRecallView(actor, recall, new URL(request.url).searchParams);
  return { ...view, mayManage: may(actor, 'inventory.manage') };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  const form = await requestForm(request);
  if (form.get('intent') === 'start' || form.get('intent') === 'phones')
    await requireRecentSignIn(actor, request);
  return answerRecallPage(actor, params.id, form);
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData ? recallName(loaderData.recall) : 'Recall'} · Admin` },
];

export default function Recall({ loaderData, actionData }: Route.ComponentProps) {
  const { recall, trace, progress, notice, confirm, mayManage, sendsEmail, onSale, sisters } = loaderData;
  const answer = useAnswer(actionData);
  const sent = useNavigation().formData;
  const sending = sent?.get('intent') ?? null;
  useLive(['recalls', 'inventory']);
  return (
    <>
      <BackLink to={PATH} label="Recalls" />
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-2xl">{recallName(recall)}</h1>
        <StatusBadge tone={recallTones[recall.status]}>{recallStatusLabel[recall.status]}</StatusBadge>
        {recall.isExercise ? <StatusBadge tone="blue">Exercise, nothing is sent</StatusBadge> : null}
      </div>
      {answer && 'message' in answer ? (
        <Notice tone="error" title={answer.message} className="mb-5 max-w-3xl" />
      ) : null}
      {recall.isExercise || recall.status === 'ended' || sendsEmail ? null : (
        <NoEmail className="mb-5 max-w-3xl" maySetUp={mayManage} />
      )}
      <StillOnSale lots={onSale} />
      {recall.status === 'draft' && trace && mayManage ? (
        <>
          <DraftActions recall={recall} counts={trace.counts} confirm={confirm} />
          <SisterLots sisters={sisters} version={recall.version} sending={sent?.get('lot') ?? null} />
        </>
      ) : null}
      {progress && !recall.isExercise ? <RecallProgress recall={recall} progress={progress} /> : null}
      <div className="grid gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
        {trace ? (
          <Trace trace={trace} hasManyLots={recall.lots.length > 1} />
        ) : (
          <RecallTabs
            view={loaderData}
            phones={answer && 'phones' in answer ? answer.phones : null}
            sending={sending}
          />
        )}
        <RecallFacts recall={recall} counts={recall.counts ?? trace?.counts ?? null} progress={progress} />
      </div>
      <RecallFiles id={recall.id} notice={notice} mayExport={mayManage && recall.status !== 'draft'} />
      {recall.status === 'active' && mayManage ? <EndRecall /> : null}
    </>
  );
}
