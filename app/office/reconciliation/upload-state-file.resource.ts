/** Receives the state's file of a day: POST /admin/state-files?day=2026-11-26. Scripts get JSON, forms a redirect with a message. */
import { redirect } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { receiveMessage, receiveStateFile } from '#core/goods/reconciliation/receive-state-file.server.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { formatNumber } from '#kernel/number.ts';
import { parseDate } from '#kernel/time.ts';
import type { UploadSaid } from '#office/kit/file-upload.tsx';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { uploadStatusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/upload-state-file.resource';

const PAGE = '/admin/reconciliation';

/** GET shows nothing: the upload is on the page of its day. */
export function loader({ request, context }: Route.LoaderArgs) {
  requirePermission(context, 'inventory.manage', request);
  return redirect(PAGE);
}

export async function action({ request, context }: Route.ActionArgs) {
  const outcome = await receiveStateFile(context.get(actorContext), request);
  const isForbidden = !outcome.ok && outcome.problem.kind === 'not-allowed';
  const message = outcome.ok
    ? `File saved: ${formatNumber(outcome.value.packages)} packages.`
    : receiveMessage(outcome.problem);
  if (request.headers.get('accept')?.includes('application/json'))
    return Response.json({ message } satisfies UploadSaid, {
      status: outcome.ok ? 200 : uploadStatusOf(outcome.problem),
    });
  if (isForbidden) return redirectWithFlash('/', message, 'error');
  // Also after a refusal: the form was on the page of this day.
  const day = parseDate(new URL(request.url).searchParams.get('day') ?? '');
  return redirectWithFlash(day ? `${PAGE}?day=${day}` : PAGE, message, outcome.ok ? 'success' : 'error');
}
