/**
 * Receives a product picture: POST /admin/product-pictures?product=17. Scripts get JSON, forms a redirect with a
 * message.
 */
import { redirect } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { type PicturePlace, pictureMessage } from '#core/goods/catalogue/pictures/picture-limits.ts';
import { receivePicture } from '#core/goods/catalogue/pictures/receive-picture.server.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { uploadStatusOf } from '#platform/requests/problem-status.ts';
import type { UploadSaid } from '../kit/file-upload.tsx';
import type { Route } from './+types/upload-picture.resource';

/** GET shows nothing: pictures are on the products' pages. */
export function loader({ request, context }: Route.LoaderArgs) {
  requirePermission(context, 'inventory.manage', request);
  return redirect('/admin/inventory');
}

export async function action({ request, context }: Route.ActionArgs) {
  const { searchParams } = new URL(request.url);
  const place: PicturePlace = searchParams.get('place') === 'row' ? 'row' : 'page';
  const productId = readProductId(searchParams.get('product') ?? undefined) ?? 0;
  const outcome = await receivePicture(context.get(actorContext), { productId, place }, request);
  const saved = place === 'row' ? 'Image uploaded successfully' : 'Image updated';
  const message = outcome.ok ? saved : pictureMessage(outcome.problem, place);
  const isForbidden = !outcome.ok && outcome.problem.kind === 'not-allowed';
  if (request.headers.get('accept')?.includes('application/json'))
    return Response.json({ message } satisfies UploadSaid, {
      status: outcome.ok ? 200 : uploadStatusOf(outcome.problem),
    });
  if (isForbidden) return redirectWithFlash('/', message, 'error');
  const to = place === 'row' || productId === 0 ? '/admin/inventory' : `/admin/products/${productId}`;
  return redirectWithFlash(to, message, outcome.ok ? 'success' : 'error');
}
