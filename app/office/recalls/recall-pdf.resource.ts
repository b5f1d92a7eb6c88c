/** Renders a recall as a PDF. Contains personal data: admins only, after a recent sign-in, and audited. */
import { requirePermission, requireRecentSignIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { exportRecallPdf } from '#core/sales/recalls/export-recall.server.ts';
import { recallName } from '#core/sales/recalls/recall.ts';
import { readRecall } from '#core/sales/recalls/recalls-queries.server.ts';
import { pdfResponse } from '#platform/paper/pdf-response.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/recall-pdf.resource';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'records.export', request);
  await requireRecentSignIn(actor, request, `/admin/recalls/${params.id}`);
  const recall = await readRecall(actor, params.id);
  if (!recall) throw new Response(null, { status: 404 });
  const [{ store }, { zone, today }] = await Promise.all([readSettings(), storeClock()]);
  const exported = await exportRecallPdf(actor, recall, { store, zone, today });
  if (!exported.ok) throw new Response(null, { status: statusOf(exported.problem) });
  const fileName = `${recallName(recall).toLowerCase().replace(' ', '-')}-${today}.pdf`;
  return pdfResponse(exported.value, fileName);
}
