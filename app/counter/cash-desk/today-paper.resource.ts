/** The report of today's cash as a PDF, for the person who closed the last drawer, and for admins. Audited. */

import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { exportCashDayPdf } from '#core/sales/cash-desk/export-cash-day.server.ts';
import { pdfResponse } from '#platform/paper/pdf-response.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/today-paper.resource';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'cash.handle', request);
  const { today } = await storeClock();
  const exported = await exportCashDayPdf(actor, today);
  if (!exported.ok) throw new Response(null, { status: statusOf(exported.problem) });
  return pdfResponse(exported.value, `cash-${today}.pdf`);
}
