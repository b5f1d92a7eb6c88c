/** Receives the owner's price list: POST /admin/price-list. Scripts get JSON, forms a redirect with a message. */
import { redirect } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { priceListMessage, receivePriceList } from '#core/ground/settings/save-price-list.server.ts';
import type { UploadSaid } from '#office/kit/file-upload.tsx';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { uploadStatusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/price-list.resource';

const PAGE = '/admin/settings/price-list';

/** GET shows nothing: visitors open /pricing.pdf. */
export function loader({ request, context }: Route.LoaderArgs) {
  requirePermission(context, 'settings.manage', request);
  return redirect(PAGE);
}

export async function action({ request, context }: Route.ActionArgs) {
  const outcome = await receivePriceList(context.get(actorContext), request);
  const message = outcome.ok ? 'Visitors get your price list now.' : priceListMessage(outcome.problem);
  const isForbidden =
    !outcome.ok && outcome.problem.kind === 'settings' && outcome.problem.problem.kind === 'not-allowed';
  if (request.headers.get('accept')?.includes('application/json'))
    return Response.json({ message } satisfies UploadSaid, {
      status: outcome.ok ? 200 : uploadStatusOf(outcome.problem),
    });
  if (isForbidden) return redirectWithFlash('/', message, 'error');
  return redirectWithFlash(PAGE, message, outcome.ok ? 'success' : 'error');
}
