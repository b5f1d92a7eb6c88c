/** A lot's ledger: every change of its units, by whom and why. Adjustments can be undone here for a day. */

import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import { UNDO_ADJUSTMENT_HOURS } from '#core/goods/stock/adjustment.ts';
import { ledgerList } from '#core/goods/stock/ledger-list.ts';
import { readLedger } from '#core/goods/stock/ledger-queries.server.ts';
import { may } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { ListPage } from '#office/kit/list-view.tsx';
import { requestForm } from '#platform/requests/request-body.ts';
import { ExportLink } from '#ui/data-table/export-link.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/ledger.page';
import { answerLedger } from './answer-lot.server.ts';
import { ledgerColumns } from './lot-columns.tsx';
import { readLot } from './lot-queries.server.ts';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  const id = readProductId(params.lotId);
  const lot = id === null ? null : await readLot(actor, id);
  if (!lot) throw new Response(null, { status: 404 });
  const state = ledgerList.parse(new URL(request.url).searchParams);
  const { zone } = await storeClock();
  const page = await readLedger(actor, { productId: lot.productId, lotId: lot.id }, state, zone);
  if (!page) throw new Response(null, { status: 404 });
  const { batchNumber, product } = lot;
  return {
    lot: { id: lot.id, batchNumber, product },
    state,
    page,
    mayExport: may(actor, 'inventory.manage'),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  const id = readProductId(params.lotId);
  if (id === null) throw new Response(null, { status: 404 });
  return answerLedger(actor, id, await requestForm(request));
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Ledger of batch ${loaderData?.lot.batchNumber ?? ''} · Admin` },
];

export default function Ledger({ loaderData, actionData }: Route.ComponentProps) {
  const { lot, state, mayExport } = loaderData;
  const answer = useAnswer(actionData);
  const path = `/admin/lots/${lot.id}/ledger`;
  useLive(['inventory', 'orders', 'reservations']);
  return (
    <>
      <BackLink to={`/admin/lots/${lot.id}`} label={`Batch ${lot.batchNumber}`} />
      <ListPage
        title={`Ledger of batch ${lot.batchNumber}`}
        path={path}
        list={ledgerList}
        shown={loaderData}
        count={['change', 'changes']}
        actions={mayExport ? <ExportLink path={path} list={ledgerList} state={state} /> : null}
        above={
          <>
            {answer ? <Notice tone="error" title={answer.message} className="mb-5" /> : null}
            <p className="measure mb-4 text-ink-soft">
              {lot.product}. Balance counts the units in the building. A change that staff recorded can be
              undone for {UNDO_ADJUSTMENT_HOURS} hours by the person who recorded it, and by admins.
            </p>
          </>
        }
        table={{ caption: 'Ledger', columns: ledgerColumns, rowKey: (row) => String(row.id) }}
        words={{ unmatched: 'No changes match.', all: 'Show all changes', none: 'No changes yet.' }}
      />
    </>
  );
}
