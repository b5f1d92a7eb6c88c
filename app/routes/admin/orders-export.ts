/** The orders that the list's filters match, as CSV. Personal data leaves the shop here: admins only, and on record. */
import { requirePermission } from '#features/identity/guards.server.ts';
import { exportOrders, orderColumns } from '#features/orders/export-orders.server.ts';
import { orderList } from '#features/orders/order-list.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import { csvResponse } from '#platform/csv.ts';
import type { Route } from './+types/orders-export';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'records.export', request);
  const { zone } = (await readSettings()).store;
  const state = orderList.parse(new URL(request.url).searchParams);
  const exported = await exportOrders(actor, state, zone);
  if (!exported.ok) throw new Response(null, { status: 403 });
  const fileName = `orders-${storeDate(systemClock(), zone)}.csv`;
  return csvResponse({ fileName, columns: orderColumns, rows: exported.value });
}
