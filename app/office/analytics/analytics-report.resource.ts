/** Exports Order Analytics by type, category or status as CSV. Contains money figures: admins only, and audited. */

import { requirePermission, requireRecentSignIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { exportReport, reportColumns } from '#core/records/analytics/export-report.server.ts';
import { rangeOf } from '#core/records/analytics/range.ts';
import { readReport } from '#core/records/analytics/report.ts';
import { csvResponse } from '#platform/csv/csv.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
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
  if (!exported.ok) throw new Response(null, { status: statusOf(exported.problem) });
  return csvResponse({
    fileName: `${breakdown}-report-${today}.csv`,
    columns: reportColumns(breakdown),
    rows: exported.value,
  });
}
