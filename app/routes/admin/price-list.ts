/** Takes the owner's price list: POST /admin/price-list. Scripts get JSON, forms a redirect with a message. */
import { redirect } from 'react-router';
import { actorContext } from '#features/access/actor-context.ts';
import type { UploadSaid } from '#features/catalogue/ui/picture-upload.tsx';
import { requirePermission } from '#features/identity/guards.server.ts';
import { holdSession } from '#features/identity/hold-session.server.ts';
import { priceListMessage, receivePriceList } from '#features/settings/keep-price-list.server.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import type { Route } from './+types/price-list';

const PAGE = '/admin/settings/price-list';

/** Nothing to see: visitors open /pricing.pdf. */
export function loader({ request, context }: Route.LoaderArgs) {
  requirePermission(context, 'settings.manage', request);
  return redirect(PAGE);
}

export async function action({ request, context }: Route.ActionArgs) {
  const outcome = await receivePriceList(context.get(actorContext), request, holdSession);
  const message = outcome.ok ? 'Visitors get your price list now.' : priceListMessage(outcome.problem);
  const isForbidden =
    !outcome.ok && outcome.problem.kind === 'settings' && outcome.problem.problem.kind === 'not-allowed';
  if (request.headers.get('accept')?.includes('application/json'))
    return Response.json({ message } satisfies UploadSaid, {
      status: outcome.ok ? 200 : isForbidden ? 403 : 422,
    });
  if (isForbidden) return redirectWithFlash('/', message, 'error');
  return redirectWithFlash(PAGE, message, outcome.ok ? 'success' : 'error');
}
