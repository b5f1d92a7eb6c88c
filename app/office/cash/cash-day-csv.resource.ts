/** Exports the cash of a day as CSV. Admins only, and audited. */

import { requirePermission, requireRecentSignIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { cashDayColumns, cashDayRows } from '#core/sales/cash-desk/cash-day-rows.ts';
import { exportCashDay } from '#core/sales/cash-desk/export-cash-day.server.ts';
import { parseDate } from '#kernel/time.ts';
import { csvResponse } from '#platform/csv/csv.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/cash-day-csv.resource';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'cash.report', request);
  const day = parseDate(params.day);
  if (!day) throw new Response(null, { status: 404 });
  await requireRecentSignIn(actor, request, `/admin/cash/${day}`);
  const exported = await exportCashDay(actor, day, 'csv');
  if (!exported.ok) throw new Response(null, { status: statusOf(exported.problem) });
  return csvResponse({
    fileName: `cash-${day}.csv`,
    columns: cashDayColumns,
    rows: cashDayRows(exported.value),
  });
}
