/** A lot on paper: where it is from, its tests, its units and every sale. Admins only, after a recent sign-in, and audited. */
import { requirePermission, requireRecentSignIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import { exportBatchSheet } from '#core/records/binder/papers/export-papers.server.ts';
import { pdfResponse } from '#platform/paper/pdf-response.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/batch-sheet.resource';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'records.export', request);
  await requireRecentSignIn(actor, request, `/admin/lots/${params.lotId}`);
  const id = readProductId(params.lotId);
  if (id === null) throw new Response(null, { status: 404 });
  const made = await exportBatchSheet(actor, id);
  if (!made.ok) throw new Response(null, { status: statusOf(made.problem) });
  return pdfResponse(made.value.bytes, made.value.name);
}
