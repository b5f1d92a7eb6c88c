/**
 * Exports the orders that match the list's filters as CSV. Contains personal data: admins only, after a recent sign-in,
 * and audited.
 */
import { requirePermission, requireRecentSignIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { exportOrders, orderColumns } from '#core/sales/orders/list/export-orders.server.ts';
import { orderList } from '#core/sales/orders/list/order-list.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import { csvResponse } from '#platform/csv/csv.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/orders-export.resource';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'records.export', request);
  const { search, searchParams } = new URL(request.url);
  // Back to the list, not to the file, which would download without showing a page.
  await requireRecentSignIn(actor, request, `/admin/orders${search}`);
  const { zone } = (await readSettings()).store;
  const state = orderList.parse(searchParams);
  const exported = await exportOrders(actor, state, zone);
  if (!exported.ok) throw new Response(null, { status: statusOf(exported.problem) });
  const fileName = `orders-${storeDate(systemClock(), zone)}.csv`;
  return csvResponse({ fileName, columns: orderColumns, rows: exported.value });
}
