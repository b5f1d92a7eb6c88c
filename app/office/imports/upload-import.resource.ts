/** Receives a CSV file of products: POST /admin/product-imports. Scripts get JSON, forms a redirect with a message. */
import { redirect } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { importMessage } from '#core/goods/catalogue/imports/product-import.ts';
import { receiveImport } from '#core/goods/catalogue/imports/receive-import.server.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { uploadStatusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/upload-import.resource';
import type { ImportSaid } from './import-panel.tsx';

/** GET shows nothing: staff upload files from the inventory. */
export function loader({ request, context }: Route.LoaderArgs) {
  requirePermission(context, 'inventory.manage', request);
  return redirect('/admin/inventory/import');
}

export async function action({ request, context }: Route.ActionArgs) {
  const outcome = await receiveImport(context.get(actorContext), request);
  const message = outcome.ok ? 'CSV parsed successfully' : importMessage(outcome.problem);
  const isForbidden = !outcome.ok && outcome.problem.kind === 'not-allowed';
  const to = outcome.ok ? `/admin/inventory/import/${outcome.value.importId}` : '/admin/inventory/import';
  if (request.headers.get('accept')?.includes('application/json'))
    return Response.json({ message, to: outcome.ok ? to : null } satisfies ImportSaid, {
      status: outcome.ok ? 200 : uploadStatusOf(outcome.problem),
    });
  if (isForbidden) return redirectWithFlash('/', message, 'error');
  return redirectWithFlash(to, message, outcome.ok ? 'success' : 'error');
}
