/**
 * Exports the products that match the inventory's filters, as CSV or, with `file=xlsx`, as a workbook whose cells a spreadsheet leaves as they are. Contains wholesale prices: admins only, and audited.
 */

import { requirePermission, requireRecentSignIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { exportInventory } from '#core/goods/catalogue/products/export-inventory.server.ts';
import { inventoryColumns } from '#core/goods/catalogue/products/inventory-csv.ts';
import { inventoryList } from '#core/goods/catalogue/products/inventory-list.ts';
import { readInventoryOptions } from '#core/goods/catalogue/products/inventory-queries.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import { csvResponse } from '#platform/csv/csv.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { workbookResponse } from '#platform/workbook/workbook.ts';
import type { Route } from './+types/inventory-export.resource';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  const { search, searchParams } = new URL(request.url);
  await requireRecentSignIn(actor, request, `/admin/inventory${search}`);
  const { zone } = (await readSettings()).store;
  const today = storeDate(systemClock(), zone).toString();
  const list = inventoryList(await readInventoryOptions());
  const exported = await exportInventory(actor, list.parse(searchParams), today);
  if (!exported.ok) throw new Response(null, { status: statusOf(exported.problem) });
  const table = { columns: inventoryColumns, rows: exported.value };
  return searchParams.get('file') === 'xlsx'
    ? workbookResponse({ fileName: `inventory-${today}.xlsx`, ...table })
    : csvResponse({ fileName: `inventory-${today}.csv`, ...table });
}
