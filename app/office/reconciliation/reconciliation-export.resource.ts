/** Exports the reconciliation of a day as CSV. Admins only, and audited. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { exportReconciliation, reconciliationColumns } from '#core/goods/reconciliation/export-day.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { parseDate } from '#kernel/time.ts';
import { csvResponse } from '#platform/csv/csv.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/reconciliation-export.resource';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  const { today, zone } = await storeClock();
  const day = parseDate(new URL(request.url).searchParams.get('day') ?? '');
  if (!day || day.since(today).sign > 0) throw new Response(null, { status: 404 });
  const exported = await exportReconciliation(actor, day, zone);
  if (!exported.ok) throw new Response(null, { status: statusOf(exported.problem) });
  return csvResponse({
    fileName: `reconciliation-${day}.csv`,
    columns: reconciliationColumns,
    rows: exported.value,
  });
}
