/** Exports the cash of a day as a PDF. Admins only, and audited. */

import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { exportCashDayPdf } from '#core/sales/cash-desk/export-cash-day.server.ts';
import { parseDate } from '#kernel/time.ts';
import { pdfResponse } from '#platform/paper/pdf-response.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/cash-day-paper.resource';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'cash.report', request);
  const day = parseDate(params.day);
  if (!day) throw new Response(null, { status: 404 });
  const exported = await exportCashDayPdf(actor, day);
  if (!exported.ok) throw new Response(null, { status: statusOf(exported.problem) });
  return pdfResponse(exported.value, `cash-${day}.pdf`);
}
