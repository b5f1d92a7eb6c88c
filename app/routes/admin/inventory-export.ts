/** The products that the inventory's filters match, as CSV. Wholesale prices leave the shop here: admins only, and on record. */
import { exportInventory } from '#features/catalogue/export-inventory.server.ts';
import { inventoryColumns } from '#features/catalogue/inventory-csv.ts';
import { inventoryList } from '#features/catalogue/inventory-list.ts';
import { readInventoryOptions } from '#features/catalogue/inventory-queries.server.ts';
import { requirePermission } from '#features/identity/guards.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import { csvResponse } from '#platform/csv.ts';
import type { Route } from './+types/inventory-export';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  const { zone } = (await readSettings()).store;
  const today = storeDate(systemClock(), zone).toString();
  const list = inventoryList(await readInventoryOptions());
  const exported = await exportInventory(actor, list.parse(new URL(request.url).searchParams), today);
  if (!exported.ok) throw new Response(null, { status: 403 });
  const fileName = `inventory-${today}.csv`;
  return csvResponse({ fileName, columns: inventoryColumns, rows: exported.value });
}
