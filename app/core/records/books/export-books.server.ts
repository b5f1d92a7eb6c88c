/** Exports the books for a file. The audit log records first who exported which days. */
import type { Actor } from '#core/ground/access/actor.ts';
import { recentStaffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { type Books, type BooksAsked, readBooks } from './books-queries.server.ts';

/** Refused: people who may not read the money figures, and an old sign-in. The audit log records who exported which days, and in what form. */
export async function exportBooks(
  actor: Actor,
  asked: BooksAsked,
  form: 'csv' | 'pdf',
): Promise<Result<Books, { kind: 'not-allowed' | 'confirm-first' }>> {
  const asStaff = recentStaffTransaction(
    actor,
    'analytics.read',
    refuse({ kind: 'not-allowed' }),
    refuse({ kind: 'confirm-first' }),
  );
  const { from, to } = asked.days;
  const denied = await asStaff((tx, actor) =>
    recordAudit(tx, actor, {
      action: 'books.exported',
      subject: 'store',
      subjectId: 'books',
      after: { from: from.toString(), to: to.toString(), form },
    }),
  );
  if (denied) return denied;
  const books = await readBooks(actor, asked);
  return books ? succeed(books) : refuse({ kind: 'not-allowed' });
}
