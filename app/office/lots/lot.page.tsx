/** One lot: what it is, what is on the shelf, who holds it and who bought it. Its sales stop here at once. */
import { useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import { readOwnAdjustment } from '#core/goods/stock/ledger-queries.server.ts';
import { readActsOfLot } from '#core/goods/tracking/reports/act-lines-queries.server.ts';
import { may } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { readRecallsOfLot } from '#core/sales/recalls/recalls-queries.server.ts';
import { Panel } from '#office/kit/panel.tsx';
import { StateLines } from '#office/kit/state-lines.tsx';
import { WhoBought } from '#office/kit/who-bought.tsx';
import { readTrace } from '#office/recalls/read-trace.server.ts';
import { Trace } from '#office/recalls/trace-panel.tsx';
import { requestForm } from '#platform/requests/request-body.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/lot.page';
import { answerLot } from './answer-lot.server.ts';
import { LotActions } from './lot-actions.tsx';
import { LotFacts } from './lot-facts.tsx';
import { LotNotices } from './lot-notices.tsx';
import { LotOrigin, StateHold } from './lot-origin.tsx';
import { readOriginOfLot } from './lot-origin-queries.server.ts';
import { readLot } from './lot-queries.server.ts';
import { LotBadge } from './lot-summary.tsx';
import { UndoUnits } from './undo-units.tsx';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  const id = readProductId(params.lotId);
  const lot = id === null ? null : await readLot(actor, id);
  if (!lot) throw new Response(null, { status: 404 });
  const { now, zone } = await storeClock();
  const [trace, recalls, undoable, origin, stateLines] = await Promise.all([
    readTrace(actor, [lot.id], new URL(request.url).searchParams, zone),
    readRecallsOfLot(actor, lot.id),
    readOwnAdjustment(actor, { productId: lot.productId, lotId: lot.id }, now),
    readOriginOfLot(lot.id, zone),
    readActsOfLot(actor, lot.id, { now, zone }),
  ]);
  return {
    ...{ lot, trace, recalls, undoable, origin, stateLines },
    may: {
      manage: may(actor, 'inventory.manage'),
      putOnSale: may(actor, 'lots.release'),
      count: may(actor, 'inventory.count'),
    },
    mayExport: may(actor, 'records.export'),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  const id = readProductId(params.lotId);
  if (id === null) throw new Response(null, { status: 404 });
  return answerLot(actor, id, await requestForm(request));
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Batch ${loaderData?.lot.batchNumber ?? ''} · Admin` },
];

export default function Lot({ loaderData, actionData }: Route.ComponentProps) {
  const { lot, trace, recalls, undoable, origin, stateLines, may: viewer, mayExport } = loaderData;
  const answer = useAnswer(actionData);
  const intent = useNavigation().formData?.get('intent') ?? null;
  useLive(['inventory', 'orders', 'reservations']);
  return (
    <>
      <BackLink to={`/admin/products/${lot.productId}/lots`} label={`Lots of ${lot.product}`} />
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-2xl wrap-anywhere">Batch {lot.batchNumber}</h1>
        <LotBadge lot={lot} />
      </div>
      {answer ? <Notice tone="error" title={answer.message} className="mb-5" /> : null}
      {origin ? <StateHold lotId={lot.id} origin={origin} mayManage={viewer.manage} /> : null}
      <LotNotices lot={lot} recalls={recalls} />
      {undoable ? <UndoUnits lotId={lot.id} undoable={undoable} /> : null}
      <LotActions lot={lot} may={viewer} isHeld={Boolean(origin?.held)} sending={intent} />
      <div className="grid gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,18rem)]">
        <Trace trace={trace} />
        <div className="flex flex-col gap-8">
          <LotFacts lot={lot} mayExport={mayExport} />
          {origin ? <LotOrigin origin={origin} /> : null}
        </div>
      </div>
      <WhoBought of="lot" id={lot.id} className="mt-6" />
      {stateLines.length > 0 ? (
        <Panel title="State tracking" className="mt-10">
          <StateLines lines={stateLines} />
        </Panel>
      ) : null}
    </>
  );
}
