/** Exports the lots that match the list's filters as CSV. Admins only, and audited. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { exportLots, lotCsvColumns } from '#core/goods/stock/lots/export-lots.server.ts';
import { lotList } from '#core/goods/stock/lots/lot-list.ts';
import { readLotOptions } from '#core/goods/stock/lots/lot-list-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { csvResponse } from '#platform/csv/csv.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/lots-export.resource';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  const clock = await storeClock();
  const state = lotList(await readLotOptions()).parse(new URL(request.url).searchParams);
  const exported = await exportLots(actor, state, clock);
  if (!exported.ok) throw new Response(null, { status: statusOf(exported.problem) });
  return csvResponse({ fileName: `lots-${clock.today}.csv`, columns: lotCsvColumns, rows: exported.value });
}
