/** Order Analytics and Product Analytics as a PDF. Contains money figures: admins only, and audited. */
import { requirePermission, requireRecentSignIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { rangeOf, untilSameTime } from '#core/records/analytics/range.ts';
import { readReport } from '#core/records/analytics/report.ts';
import { exportReportPaper } from '#core/records/binder/papers/export-report-paper.server.ts';
import { pdfResponse } from '#platform/paper/pdf-response.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/analytics-paper.resource';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'analytics.read', request);
  const { search, searchParams } = new URL(request.url);
  await requireRecentSignIn(actor, request, `/admin/analytics${search}`);
  const clock = await storeClock();
  const { breakdown, ...state } = readReport(searchParams);
  const { range, problem } = rangeOf(state, clock.today);
  // The page with the link says what is wrong with these dates.
  if (problem) throw new Response(null, { status: 400 });
  const asked = { range: untilSameTime(range, clock), breakdown, zone: clock.zone };
  const made = await exportReportPaper(actor, asked, clock);
  if (!made.ok) throw new Response(null, { status: statusOf(made.problem) });
  return pdfResponse(made.value, `analytics-${range.days.from}-to-${range.days.to}.pdf`);
}
