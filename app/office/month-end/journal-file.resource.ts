/** Exports the journal of a span as a file for QuickBooks or Xero. Contains money figures: admins only, and audited. */
import { requirePermission, requireRecentSignIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { exportJournal } from '#core/records/books/export-books.server.ts';
import {
  quickBooksColumns,
  quickBooksRows,
  xeroColumns,
  xeroRows,
} from '#core/records/books/journal/journal-files.ts';
import { csvResponse } from '#platform/csv/csv.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/journal-file.resource';
import { journalAsked } from './journal-asked-queries.server.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'analytics.read', request);
  await requireRecentSignIn(actor, request, `/admin/month-end/journal${new URL(request.url).search}`);
  const { asked, per } = await journalAsked(request);
  // The page with the button says what is wrong with these days.
  if (!asked) throw new Response(null, { status: 400 });
  const exported = await exportJournal(actor, asked, per);
  if (!exported.ok) throw new Response(null, { status: statusOf(exported.problem) });
  const { entries, accounts } = exported.value;
  const days = `${asked.days.from}-to-${asked.days.to}`;
  // Programs read the first heading with a byte order mark as another word.
  return accounts.program === 'xero'
    ? csvResponse({
        ...{ fileName: `journal-xero-${days}.csv`, columns: xeroColumns },
        ...{ rows: xeroRows(entries, accounts), bom: false },
      })
    : csvResponse({
        ...{ fileName: `journal-quickbooks-${days}.csv`, columns: quickBooksColumns },
        ...{ rows: quickBooksRows(entries), bom: false },
      });
}
