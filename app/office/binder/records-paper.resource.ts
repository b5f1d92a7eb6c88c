/** /admin/binder/paper: one table of the binder as a PDF. Admins only, after a recent sign-in, and audited. */
import { requirePermission, requireRecentSignIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { rangeOf } from '#core/records/analytics/range.ts';
import { exportRecordsPaper } from '#core/records/binder/papers/export-papers.server.ts';
import { binderSpans, readSpan, spanQuery } from '#core/records/books/span.ts';
import { pdfResponse } from '#platform/paper/pdf-response.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/records-paper.resource';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'records.export', request);
  const { search, searchParams } = new URL(request.url);
  await requireRecentSignIn(actor, request, `/admin/binder${search}`);
  const { range, problem } = rangeOf(readSpan(searchParams, binderSpans), (await storeClock()).today);
  // The page with the link says what is wrong with these dates.
  if (problem) throw new Response(null, { status: 400 });
  const made = await exportRecordsPaper(actor, range.days, searchParams.get('table') ?? '');
  if (made.ok) return pdfResponse(made.value.bytes, made.value.name);
  if (made.problem.kind !== 'too-many-rows') throw new Response(null, { status: statusOf(made.problem) });
  const words = `These days have ${made.problem.rows} rows. A paper has at most 5,000: choose fewer days.`;
  return redirectWithFlash(`/admin/binder?${spanQuery(range.days)}`, words, 'error');
}
