/** Exports the rows of a lot's ledger that match its filters as CSV. Admins only, and audited. */

import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import { ledgerList } from '#core/goods/stock/ledger-list.ts';
import { exportLedger, ledgerCsvColumns } from '#core/goods/stock/lots/export-lots.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { csvResponse } from '#platform/csv/csv.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/ledger-export.resource';
import { readLot } from './lot-queries.server.ts';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  const id = readProductId(params.lotId);
  const lot = id === null ? null : await readLot(actor, id);
  if (!lot) throw new Response(null, { status: 404 });
  const state = ledgerList.parse(new URL(request.url).searchParams);
  const { zone } = await storeClock();
  const exported = await exportLedger(actor, { productId: lot.productId, lotId: lot.id }, state, zone);
  if (!exported.ok) throw new Response(null, { status: statusOf(exported.problem) });
  return csvResponse({
    fileName: `ledger-lot-${lot.id}.csv`,
    columns: ledgerCsvColumns,
    rows: exported.value,
  });
}
