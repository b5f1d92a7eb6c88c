/** Reads the books for a file, and records the export. */
import type { RouterContextProvider } from 'react-router';
import { requirePermission, requireRecentSignIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { rangeOf } from '#core/records/analytics/range.ts';
import { exportBooks } from '#core/records/books/export-books.server.ts';
import { readSpan } from '#core/records/books/span.ts';
import { statusOf } from '#platform/requests/problem-status.ts';

export async function exportForFile(
  context: Readonly<RouterContextProvider>,
  request: Request,
  form: 'csv' | 'pdf',
) {
  const actor = requirePermission(context, 'analytics.read', request);
  const { search, searchParams } = new URL(request.url);
  await requireRecentSignIn(actor, request, `/admin/month-end${search}`);
  const { today, zone } = await storeClock();
  const { range, problem } = rangeOf(readSpan(searchParams), today);
  // The page with the button says what is wrong with these dates.
  if (problem) throw new Response(null, { status: 400 });
  const exported = await exportBooks(actor, { days: range.days, zone, today }, form);
  if (!exported.ok) throw new Response(null, { status: statusOf(exported.problem) });
  const { from, to } = exported.value.figures;
  return { books: exported.value, name: `books-${from}-to-${to}` };
}
