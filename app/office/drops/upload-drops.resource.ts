/**
 * Receives files that are dropped in together: POST /admin/drops?kind=picture&back=/admin/inventory/pictures. Scripts
 * send one file at a time and get JSON; a form sends all of them and gets a redirect with a message.
 */
import { redirect } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { type DroppedFile, dropMessage } from '#core/goods/drops/drop.ts';
import { receiveDrops } from '#core/goods/drops/receive-drops.server.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { formatNumber } from '#kernel/number.ts';
import { type DropKind, dropKinds } from '#kernel/statuses.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { safeReturnPath } from '#platform/requests/return-path.ts';
import type { Route } from './+types/upload-drops.resource';
import type { DropsSaid } from './use-file-queue.ts';

/** GET shows nothing: files are dropped on the pages that match them. */
export function loader({ request, context }: Route.LoaderArgs) {
  requirePermission(context, 'lots.release', request);
  return redirect('/admin/inventory');
}

export async function action({ request, context }: Route.ActionArgs) {
  const { searchParams } = new URL(request.url);
  const kind = dropKinds.find((each) => each === searchParams.get('kind')) ?? 'picture';
  const outcome = await receiveDrops(context.get(actorContext), kind, request);
  const message = outcome.ok ? droppedText(kind, outcome.value) : dropMessage(outcome.problem);
  const isForbidden = !outcome.ok && outcome.problem.kind === 'not-allowed';
  if (request.headers.get('accept')?.includes('application/json'))
    return Response.json({ message, files: outcome.ok ? outcome.value : [] } satisfies DropsSaid, {
      status: outcome.ok ? 200 : isForbidden ? 403 : 422,
    });
  if (isForbidden) return redirectWithFlash('/', message, 'error');
  const isWhole = outcome.ok && outcome.value.every((file) => file.message === null);
  return redirectWithFlash(
    safeReturnPath(searchParams.get('back'), '/admin/inventory'),
    message,
    isWhole ? 'success' : 'error',
  );
}

/** '12 pictures added. 2 files cannot be used: see why below.' */
function droppedText(kind: DropKind, dropped: readonly DroppedFile[]): string {
  const added = dropped.filter(({ message }) => message === null).length;
  const refused = dropped.length - added;
  return [
    added > 0 ? `${formatNumber(added)} ${kind}${added === 1 ? '' : 's'} added.` : '',
    refused > 0
      ? `${formatNumber(refused)} ${refused === 1 ? 'file' : 'files'} cannot be used: see why below.`
      : '',
  ]
    .filter(Boolean)
    .join(' ');
}
