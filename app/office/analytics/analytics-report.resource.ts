/** Exports Order Analytics by type, category or status as CSV. Contains money figures: admins only, and audited. */

import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { exportReport, reportColumns } from '#core/records/analytics/export-report.server.ts';
import { readReport } from '#core/records/analytics/report.ts';
import { csvResponse } from '#platform/csv/csv.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/analytics-report.resource';
import { readAskedFile } from './asked-file.server.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'analytics.read', request);
  const asked = await readAskedFile(actor, request, { page: '/admin/analytics', read: readReport });
  const { state, range, clock } = asked;
  const { breakdown } = state;
  const exported = await exportReport(actor, { range, breakdown, zone: clock.zone });
  if (!exported.ok) throw new Response(null, { status: statusOf(exported.problem) });
  return csvResponse({
    fileName: `${breakdown}-report-${clock.today}.csv`,
    columns: reportColumns(breakdown),
    rows: exported.value,
  });
}
