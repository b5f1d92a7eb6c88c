/** Exports the audit log entries that match the list's filters as CSV: audited, and only after a recent sign-in. */

import { requirePermission, requireRecentSignIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { auditList } from '#core/ground/audit/audit-list.ts';
import { auditExportColumns, exportAudit } from '#core/ground/audit/export-audit.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { csvResponse } from '#platform/csv/csv.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/audit-export.resource';
import { auditLabels } from './audit-labels.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'audit.read', request);
  const { search, searchParams } = new URL(request.url);
  await requireRecentSignIn(actor, request, `/admin/audit${search}`);
  const { zone, today } = await storeClock();
  const exported = await exportAudit(actor, auditList.parse(searchParams), { zone, labels: auditLabels });
  if (!exported.ok) throw new Response(null, { status: statusOf(exported.problem) });
  return csvResponse({ fileName: `audit-${today}.csv`, columns: auditExportColumns, rows: exported.value });
}
