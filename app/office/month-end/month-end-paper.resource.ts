/** Exports the books of a span as a PDF. Contains money figures: admins only, and audited. */

import { readSettings, rehearsalMark } from '#core/ground/settings/settings-queries.server.ts';
import { drawBooks } from '#core/records/books/draw-books.server.ts';
import { formatDateTime, instantOf, systemClock } from '#kernel/time.ts';
import { pdfResponse } from '#platform/paper/pdf-response.ts';
import type { Route } from './+types/month-end-paper.resource';
import { exportForFile } from './export-for-file.server.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { books, name } = await exportForFile(context, request, 'pdf');
  const { store } = await readSettings();
  const { closing, figures } = books;
  const now = systemClock();
  const moment = formatDateTime(closing ? instantOf(closing.at) : now, store.zone);
  const bytes = await drawBooks(figures, {
    store: closing?.storeName ?? store.name,
    status: closing ? `Closed ${moment} by ${closing.by}` : `Not closed. Figures of ${moment}`,
    at: closing?.at ?? new Date(now.epochMilliseconds),
    mark: await rehearsalMark(),
  });
  return pdfResponse(bytes, `${name}.pdf`);
}
