/** Exports the entries of an outage as CSV. Admins only, and audited. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { exportOutage, outageCsvColumns } from '#core/goods/stock/outage/export-outage.server.ts';
import { outageEntryList } from '#core/goods/stock/outage/outage-list.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { csvResponse } from '#platform/csv/csv.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/outage-export.resource';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  const number = /^[1-9]\d{0,8}$/.test(params.number) ? Number(params.number) : 0;
  const state = outageEntryList.parse(new URL(request.url).searchParams);
  const exported = await exportOutage(actor, number, state, (await storeClock()).zone);
  if (!exported.ok) throw new Response(null, { status: statusOf(exported.problem) });
  return csvResponse({
    fileName: `outage-${number}.csv`,
    columns: outageCsvColumns,
    rows: exported.value,
  });
}
