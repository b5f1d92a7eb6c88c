/** Changes a lot's units by hand, with the reason: counted, damaged, sampled, stolen, destroyed, returned. */

import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/adjust.page';
import { AdjustForm } from './adjust-form.tsx';
import { answerAdjust } from './answer-adjust.server.ts';
import { readLot } from './lot-queries.server.ts';
import { LotBadge } from './lot-summary.tsx';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.count', request);
  const id = readProductId(params.lotId);
  const lot = id === null ? null : await readLot(actor, id);
  if (!lot) throw new Response(null, { status: 404 });
  return { lot };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.count', request);
  const id = readProductId(params.lotId);
  if (id === null) throw new Response(null, { status: 404 });
  return answerAdjust(actor, id, await requestForm(request));
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Change units of batch ${loaderData?.lot.batchNumber ?? ''} · Admin` },
];

export default function Adjust({ loaderData, actionData }: Route.ComponentProps) {
  const { lot } = loaderData;
  const refusal = useAnswer(actionData);
  useLive(['inventory'], { paused: true });
  return (
    <div className="max-w-3xl">
      <BackLink to={`/admin/lots/${lot.id}`} label={`Batch ${lot.batchNumber}`} />
      <h1 className="text-2xl wrap-anywhere">Change units of batch {lot.batchNumber}</h1>
      <p className="figures mt-2 mb-6 flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-soft">
        <LotBadge lot={lot} />
        {[lot.product, lot.size].filter(Boolean).join(', ')} · {lot.onHand} on the shelf, {lot.held} held
      </p>
      <AdjustForm key={lot.id} lot={lot} refusal={refusal} />
    </div>
  );
}
