/** Takes back the last closing, with a reason. What was closed remains on record; its corrections become part of it. */
import type { Actor } from '#core/ground/access/actor.ts';
import { recentStaffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { dropCorrections } from '#core/records/analytics/drop-corrections.server.ts';
import { foldAllSales } from '#core/records/analytics/fold-sales.server.ts';
import { bookReopenings } from '#db/schema/books.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { lastClosing } from './closings-queries.server.ts';
import { monthLabel, parseMonth, type ReopenProblem } from './month.ts';

export type ReopeningInput = { month: string; reason: string };

/** Refuses: people who may not close months, an old sign-in, and any month but the one closed last. */
export async function reopenMonth(
  actor: Actor,
  { month: text, reason }: ReopeningInput,
  now = systemClock(),
): Promise<Result<{ label: string }, ReopenProblem>> {
  type Outcome = Result<{ label: string }, ReopenProblem>;
  const month = parseMonth(text);
  if (!month) return refuse({ kind: 'not-a-month' });
  const asStaff = recentStaffTransaction(
    actor,
    'books.close',
    refuse({ kind: 'not-allowed' }),
    refuse({ kind: 'confirm-first' }),
  );
  const { zone } = (await readSettings()).store;
  return asStaff<Outcome>(async (tx, actor) => {
    // Waits for a fold or a closing under way.
    await foldAllSales(tx, zone);
    const last = await lastClosing(tx);
    if (!last || month.since(last.month).sign > 0) return refuse({ kind: 'not-closed' });
    if (!last.month.equals(month)) return refuse({ kind: 'not-last', last: last.month });
    await tx.insert(bookReopenings).values({
      closingId: last.id,
      reason,
      reopenedBy: actor.userId,
      reopenedByName: actor.name,
      createdAt: asDate(now),
    });
    await dropCorrections(tx);
    await recordAudit(tx, actor, {
      action: 'month.reopened',
      subject: 'store',
      subjectId: 'books',
      before: { month: text, attempt: last.attempt },
      reason,
    });
    return succeed({ label: monthLabel(month) });
  });
}
