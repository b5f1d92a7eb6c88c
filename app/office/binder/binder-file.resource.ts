/** /admin/binder/file: makes the binder and sends it. Takes a form, because it is recorded; opening it leads to the page. */
import { redirect } from 'react-router';
import { z } from 'zod';
import { confirmPath } from '#core/accounts/identity/accounts/confirm-path.ts';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { rangeOf } from '#core/records/analytics/range.ts';
import { binderMessage, binderName } from '#core/records/binder/binder.ts';
import { makeBinder } from '#core/records/binder/make-binder.server.ts';
import { spanQuery } from '#core/records/books/span.ts';
import { auditLabels } from '#office/audit/audit-labels.ts';
import { zipHeaders } from '#platform/files/zip.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import type { Route } from './+types/binder-file.resource';

const daysForm = z.object({ from: z.string().max(20), to: z.string().max(20) });

export function loader({ request, context }: Route.LoaderArgs) {
  requirePermission(context, 'records.export', request);
  return redirect('/admin/binder');
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'records.export', request);
  const read = readForm(await requestForm(request), daysForm);
  if (!read.ok) throw new Response(null, { status: 400 });
  const page = `/admin/binder?${spanQuery(read.value)}`;
  const { range } = rangeOf({ range: 'custom', ...read.value }, (await storeClock()).today);
  // The page says what is wrong with these dates.
  if (!range) return redirect(page);
  const made = await makeBinder(actor, range.days, auditLabels);
  if (made.ok) return made.value.response(zipHeaders(binderName(range.days)), request.signal);
  if (made.problem.kind === 'not-allowed') throw new Response(null, { status: 403 });
  if (made.problem.kind === 'confirm-first') return redirect(confirmPath(page));
  return redirectWithFlash(page, binderMessage(made.problem), 'error');
}
