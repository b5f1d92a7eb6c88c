/** Exports the books for a file. The audit log records first who exported which days. */
import type { Actor } from '#core/ground/access/actor.ts';
import { recentStaffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { type Books, type BooksAsked, readBooks } from './books-queries.server.ts';
import type { EntriesPer, JournalProblem } from './journal/journal.ts';
import { type Journal, readJournal } from './journal/journal-queries.server.ts';

type ExportProblem = { kind: 'not-allowed' | 'confirm-first' };

/** Refused: people who may not read the money figures, and an old sign-in. The audit log records who exported which days, and in what form. */
export async function exportBooks(
  actor: Actor,
  asked: BooksAsked,
  form: 'csv' | 'pdf',
): Promise<Result<Books, ExportProblem>> {
  const denied = await recordExport(actor, asked, form);
  if (denied) return denied;
  const books = await readBooks(actor, asked);
  return books ? succeed(books) : refuse({ kind: 'not-allowed' });
}

/** The same for a journal, which is also refused where it has too many days or lines. */
export async function exportJournal(
  actor: Actor,
  asked: BooksAsked,
  per: EntriesPer,
): Promise<Result<Journal, ExportProblem | JournalProblem>> {
  const denied = await recordExport(actor, asked, 'journal');
  return denied ?? readJournal(actor, asked, per);
}

/** The refusal; undefined once it is recorded. */
function recordExport(actor: Actor, { days: { from, to } }: BooksAsked, form: 'csv' | 'pdf' | 'journal') {
  const asStaff = recentStaffTransaction(
    actor,
    'analytics.read',
    refuse({ kind: 'not-allowed' as const }),
    refuse({ kind: 'confirm-first' as const }),
  );
  return asStaff((tx, actor) =>
    recordAudit(tx, actor, {
      action: 'books.exported',
      subject: 'store',
      subjectId: 'books',
      after: { from: from.toString(), to: to.toString(), form },
    }),
  );
}
