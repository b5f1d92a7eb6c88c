/** Receives files of other systems: POST /admin/move-in-files. Scripts get JSON, forms a redirect with a message. */
import { redirect } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { fileMoveMessage } from '#core/running/move-in/files/file-move.ts';
import { receiveMoveFiles } from '#core/running/move-in/files/receive-files.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { uploadStatusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/upload-files.resource';
import type { FilesSaid } from './files-upload.tsx';

const PAGE = '/admin/settings/move-in/files';

/** GET shows nothing: files are uploaded on their page. */
export function loader({ request, context }: Route.LoaderArgs) {
  requirePermission(context, 'settings.manage', request);
  return redirect(PAGE);
}

export async function action({ request, context }: Route.ActionArgs) {
  const outcome = await receiveMoveFiles(context.get(actorContext), request);
  const refused = outcome.ok ? outcome.value.filter(({ message }) => message !== null) : [];
  const message = outcome.ok
    ? refused.map((file) => `${file.name}: ${file.message}`).join(' ')
    : fileMoveMessage(outcome.problem);
  if (request.headers.get('accept')?.includes('application/json'))
    return Response.json({ message } satisfies FilesSaid, {
      status: outcome.ok ? 200 : uploadStatusOf(outcome.problem),
    });
  if (!outcome.ok && outcome.problem.kind === 'not-allowed') return redirectWithFlash('/', message, 'error');
  return message === ''
    ? redirectWithFlash(PAGE, 'Added. Nothing has been written yet.', 'success')
    : redirectWithFlash(PAGE, message, 'error');
}
