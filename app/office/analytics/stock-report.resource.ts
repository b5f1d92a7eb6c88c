/** Exports Product Analytics as CSV. Contains money figures: admins only, and audited. */
import { requirePermission, requireRecentSignIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { exportStockReport, stockColumns } from '#core/records/analytics/export-report.server.ts';
import { rangeOf } from '#core/records/analytics/range.ts';
import { readStock } from '#core/records/analytics/stock-report.ts';
import { csvResponse } from '#platform/csv/csv.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/stock-report.resource';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'analytics.read', request);
  const { search, searchParams } = new URL(request.url);
  await requireRecentSignIn(actor, request, `/admin/analytics/products${search}`);
  const clock = await storeClock();
  const { order, ...state } = readStock(searchParams);
  const { range, problem } = rangeOf(state, clock.today);
  // The page with the button says what is wrong with these dates.
  if (problem) throw new Response(null, { status: 400 });
  const exported = await exportStockReport(actor, { days: range.days, order, clock });
  if (!exported.ok) throw new Response(null, { status: statusOf(exported.problem) });
  const { from, to } = range.days;
  return csvResponse({
    fileName: `products-${from}-to-${to}.csv`,
    columns: stockColumns,
    rows: exported.value,
  });
}
