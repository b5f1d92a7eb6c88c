/** Exports the customers that match the list's filters as CSV. Contains personal data: admins only, and audited. */

import { customerList } from '#core/accounts/customers/list/customer-list.ts';
import { customerColumns, exportCustomers } from '#core/accounts/customers/list/export-customers.server.ts';
import { requirePermission, requireRecentSignIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { csvResponse } from '#platform/csv/csv.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/customers-export.resource';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'records.export', request);
  const { search, searchParams } = new URL(request.url);
  await requireRecentSignIn(actor, request, `/admin/customers${search}`);
  const state = customerList.parse(searchParams);
  const { zone, today } = await storeClock();
  const exported = await exportCustomers(actor, state, zone);
  if (!exported.ok) throw new Response(null, { status: statusOf(exported.problem) });
  return csvResponse({ fileName: `customers-${today}.csv`, columns: customerColumns, rows: exported.value });
}
