/** Exports the books of a span as CSV. Contains money figures: admins only, and audited. */
import { bookColumns, bookRows } from '#core/books/export-books.server.ts';
import { csvResponse } from '#platform/csv/csv.ts';
import type { Route } from './+types/month-end-report.resource';
import { booksForFile } from './books-for-file.server.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { books, name } = await booksForFile(context, request, 'csv');
  return csvResponse({ fileName: `${name}.csv`, columns: bookColumns, rows: bookRows(books.figures) });
}
