/** Exports the books of a span as CSV. Contains money figures: admins only, and audited. */
import { bookColumns, bookRows } from '#core/records/books/book-rows.ts';
import { csvResponse } from '#platform/csv/csv.ts';
import type { Route } from './+types/month-end-report.resource';
import { exportForFile } from './export-for-file.server.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { books, name } = await exportForFile(context, request, 'csv');
  return csvResponse({ fileName: `${name}.csv`, columns: bookColumns, rows: bookRows(books.figures) });
}
