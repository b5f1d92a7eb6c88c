/** Exports Order Analytics by type, category or status as CSV. Contains money figures: admins only, and audited. */
import { exportReport, reportColumns } from '#core/analytics/export-report.server.ts';
import { rangeOf } from '#core/analytics/range.ts';
import { readReport } from '#core/analytics/report.ts';
import { requirePermission, requireRecentSignIn } from '#core/identity/sessions/guards.server.ts';
import { storeClock } from '#core/settings/store-clock.server.ts';
import { csvResponse } from '#platform/csv/csv.ts';
import type { Route } from './+types/analytics-report.resource';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'analytics.read', request);
  const { search, searchParams } = new URL(request.url);
  await requireRecentSignIn(actor, request, `/admin/analytics${search}`);
  const { today, zone } = await storeClock();
  const state = readReport(searchParams);
  const { breakdown } = state;
  const { range, problem } = rangeOf(state, today);
  // The page with the button says what is wrong with these dates.
  if (problem) throw new Response(null, { status: 400 });
  const exported = await exportReport(actor, { range, breakdown, zone });
  if (!exported.ok) throw new Response(null, { status: 403 });
  return csvResponse({
    fileName: `${breakdown}-report-${today}.csv`,
    columns: reportColumns(breakdown),
    rows: exported.value,
  });
}
