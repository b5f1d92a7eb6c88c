/** /admin/lots/7/labels.pdf?count=24: labels of 4 × 2 inches for units of a lot, one for each. */

import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import { drawLotLabels } from '#core/sales/orders/labels/label-queries.server.ts';
import { MOST_LABELS } from '#core/sales/orders/labels/label-words.ts';
import { pdfResponse } from '#platform/paper/pdf-response.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestInfo } from '#platform/requests/request-context.ts';
import type { Route } from './+types/lot-labels.resource';
import { readLot } from './lot-queries.server.ts';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  const id = readProductId(params.lotId);
  if (id === null || !(await readLot(actor, id))) throw new Response(null, { status: 404 });
  const text = new URL(request.url).searchParams.get('count') ?? '';
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > MOST_LABELS)
    throw redirectWithFlash(`/admin/lots/${id}`, `Enter how many labels: 1 to ${MOST_LABELS}.`, 'error');
  const pdf = await drawLotLabels(actor, id, count, context.get(requestInfo).origin);
  if (!pdf) throw new Response(null, { status: 404 });
  return pdfResponse(pdf, `labels-lot-${id}.pdf`, 'inline');
}
