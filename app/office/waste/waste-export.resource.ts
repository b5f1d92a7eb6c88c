/** Exports the waste that matches the list's filters as CSV. Admins only, and audited. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { exportWaste, wasteCsvColumns } from '#core/goods/stock/waste/export-waste.server.ts';
import { wasteList } from '#core/goods/stock/waste/waste-list.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { csvResponse } from '#platform/csv/csv.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/waste-export.resource';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  const { zone, today } = await storeClock();
  const state = wasteList.parse(new URL(request.url).searchParams);
  const exported = await exportWaste(actor, state, zone);
  if (!exported.ok) throw new Response(null, { status: statusOf(exported.problem) });
  return csvResponse({ fileName: `waste-${today}.csv`, columns: wasteCsvColumns, rows: exported.value });
}
