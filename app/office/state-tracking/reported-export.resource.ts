/** Exports the reports to the state that match the list's filters as CSV. Admins only, and audited. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { actList } from '#core/goods/tracking/reports/act-list.ts';
import { actCsvColumns, exportActs } from '#core/goods/tracking/reports/export-acts.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { csvResponse } from '#platform/csv/csv.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/reported-export.resource';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  const { zone, today } = await storeClock();
  const state = actList.parse(new URL(request.url).searchParams);
  const exported = await exportActs(actor, state, zone);
  if (!exported.ok) throw new Response(null, { status: statusOf(exported.problem) });
  return csvResponse({
    ...{ fileName: `state-reports-${today}.csv`, columns: actCsvColumns, rows: exported.value },
  });
}
