/** One correction of a wrong price: its progress, each line with its refund, and its undo. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import { JobProgress } from '#office/kit/job-progress.tsx';
import { NumberedPages } from '#office/kit/numbered-pages.tsx';
import { requestForm } from '#platform/requests/request-body.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Facts } from '#ui/facts.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/correction.page';
import { answerCorrection } from './answer-correction.server.ts';
import { CorrectedLines } from './corrected-lines.tsx';
import { readCorrectionView } from './read-correction.server.ts';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'refunds.any-amount', request);
  const number = readProductId(params.number);
  const view = number === null ? null : await readCorrectionView(actor, number, new URL(request.url));
  if (!view) throw new Response(null, { status: 404 });
  return view;
}

export const shouldRevalidate = () => true;

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'refunds.any-amount', request);
  const number = readProductId(params.number);
  if (number === null) throw new Response(null, { status: 404 });
  return answerCorrection(actor, number, request, await requestForm(request));
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.correction.name ?? 'Correction'} · Admin` },
];

export default function Correction({ loaderData, actionData }: Route.ComponentProps) {
  const { correction, product, facts, lines, page, pages, waiting, all, mayUndo } = loaderData;
  const answer = useAnswer(actionData);
  useLive(['inventory']);
  return (
    <div className="max-w-5xl">
      <BackLink to={`/admin/products/${product.id}/prices`} label="Prices" />
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-2xl wrap-anywhere">
          {correction.name}: {product.name}
        </h1>
        <StatusBadge tone={correction.tone}>{correction.statusLabel}</StatusBadge>
      </div>
      {answer ? <Notice tone="error" title={answer.message} className="mb-5" /> : null}
      <Facts facts={facts} />
      {correction.status === 'running' ? (
        <div className="mt-6">
          <JobProgress label="Correcting" done={all - waiting} total={all}>
            {all - waiting} of {all} orders.
          </JobProgress>
        </div>
      ) : null}
      <div className="mt-8">
        <CorrectedLines lines={lines} />
        <NumberedPages page={page} pages={pages} at={(to) => `?page=${to}`} />
      </div>
      {mayUndo ? (
        <div className="mt-8">
          <Confirm
            rank="secondary"
            label="Undo the correction…"
            busyText="Undoing…"
            of={correction.name}
            question={`Undo ${correction.name}?`}
            consequence="Refunds that customers were not notified about are canceled. Lowered prices, paid refunds and announced refunds stay."
            fields={{ intent: 'undo' }}
          />
        </div>
      ) : null}
    </div>
  );
}
