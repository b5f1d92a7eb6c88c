/**
 * Receives a lot's certificate: POST /admin/lot-certificates?product=17. Scripts get JSON, forms a redirect with a
 * message.
 */
import { redirect } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import {
  certificateMessage,
  receiveCertificate,
} from '#core/goods/certificates/receive-certificate.server.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import type { UploadSaid } from '#office/kit/file-upload.tsx';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { uploadStatusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/upload-certificate.resource';

/** GET shows nothing: certificates are on the lots' page. */
export function loader({ request, context }: Route.LoaderArgs) {
  requirePermission(context, 'lots.receive', request);
  return redirect('/admin/inventory');
}

export async function action({ request, context }: Route.ActionArgs) {
  const productId = readProductId(new URL(request.url).searchParams.get('product') ?? undefined);
  const outcome = await receiveCertificate(context.get(actorContext), request);
  const message = outcome.ok ? 'Certificate saved.' : certificateMessage(outcome.problem);
  const isForbidden =
    !outcome.ok && outcome.problem.kind === 'lot' && outcome.problem.problem.kind === 'not-allowed';
  if (request.headers.get('accept')?.includes('application/json'))
    return Response.json({ message } satisfies UploadSaid, {
      status: outcome.ok ? 200 : uploadStatusOf(outcome.problem),
    });
  if (isForbidden) return redirectWithFlash('/', message, 'error');
  const to = productId === null ? '/admin/inventory' : `/admin/products/${productId}/lots`;
  return redirectWithFlash(to, message, outcome.ok ? 'success' : 'error');
}
