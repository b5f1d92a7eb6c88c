/** Exports a count as CSV. Admins only, and audited. */

import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import { readSheet } from '#core/goods/counts/counts-queries.server.ts';
import { countCsvColumns, exportCount } from '#core/goods/counts/export-count.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { csvResponse } from '#platform/csv/csv.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/count-export.resource';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  const id = readProductId(params.sheetId);
  const { zone } = await storeClock();
  const sheet = id === null ? null : await readSheet(actor, id, zone);
  if (!sheet) throw new Response(null, { status: 404 });
  const exported = await exportCount(actor, sheet.id, zone);
  if (!exported.ok) throw new Response(null, { status: statusOf(exported.problem) });
  return csvResponse({ fileName: `count-${sheet.id}.csv`, columns: countCsvColumns, rows: exported.value });
}
