/** Order Analytics and Product Analytics as a PDF. Contains money figures: admins only, and audited. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { untilSameTime } from '#core/records/analytics/range.ts';
import { readReport } from '#core/records/analytics/report.ts';
import { exportReportPaper } from '#core/records/binder/papers/export-report-paper.server.ts';
import { pdfResponse } from '#platform/paper/pdf-response.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/analytics-paper.resource';
import { readAskedFile } from './asked-file.server.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'analytics.read', request);
  const asked = await readAskedFile(actor, request, { page: '/admin/analytics', read: readReport });
  const { state, range, clock } = asked;
  const { breakdown } = state;
  const { zone } = clock;
  const made = await exportReportPaper(actor, { range: untilSameTime(range, clock), breakdown, zone }, clock);
  if (!made.ok) throw new Response(null, { status: statusOf(made.problem) });
  return pdfResponse(made.value, `analytics-${range.days.from}-to-${range.days.to}.pdf`);
}
