/** Exports the rejected rows of an import unchanged, with a column that says why: to correct and upload again. */

import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { type Cell, csvResponse } from '#platform/csv/csv.ts';
import { fromSpreadsheet } from '#platform/csv/spreadsheet.ts';
import type { Route } from './+types/import-rejected.resource';
import { eachRejectedRow, readImport } from './imports-queries.server.ts';

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  const found = await readImport(actor, params.importId);
  if (!found) throw new Response(null, { status: 404 });
  const { header } = found;
  // Columns are named by position: two may have the same heading.
  const columns = Object.fromEntries([...header, 'Line', 'Reason'].map((head, at) => [`column${at}`, head]));
  const names = Object.keys(columns);
  async function* rows(): AsyncGenerator<Record<string, Cell>> {
    for await (const { cells, line, reasons } of eachRejectedRow(params.importId)) {
      const values = [...header.map((_, at) => fromSpreadsheet(cells[at] ?? '')), line, reasons.join(' ')];
      yield Object.fromEntries(names.map((name, at) => [name, values[at] ?? null]));
    }
  }
  return csvResponse({ fileName: 'rejected-rows.csv', columns, rows: rows() });
}
