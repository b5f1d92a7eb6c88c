/** Exports Product Analytics as CSV. Contains money figures: admins only, and audited. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { exportStockReport, stockColumns } from '#core/records/analytics/export-report.server.ts';
import { readStock } from '#core/records/analytics/stock-report.ts';
import { csvResponse } from '#platform/csv/csv.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/stock-report.resource';
import { readAskedFile } from './asked-file.server.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'analytics.read', request);
  const asked = await readAskedFile(actor, request, { page: '/admin/analytics/products', read: readStock });
  const { state, range, clock } = asked;
  const { from, to } = range.days;
  const exported = await exportStockReport(actor, { days: range.days, order: state.order, clock });
  if (!exported.ok) throw new Response(null, { status: statusOf(exported.problem) });
  return csvResponse({
    fileName: `products-${from}-to-${to}.csv`,
    columns: stockColumns,
    rows: exported.value,
  });
}
