/**
 * Closes a month and stores its figures. What changes it later is a correction of a later month, so that what the
 * accountant has filed remains what the books say.
 */
import { max, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { recentStaffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { foldAllSales } from '#core/records/analytics/fold-sales.server.ts';
import { bookClosings } from '#db/schema/books.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, storeDate, systemClock } from '#kernel/time.ts';
import { fingerprintOf } from './books-queries.server.ts';
import { lastClosing } from './closings-queries.server.ts';
import { sumOfCash, sumOfClasses } from './figures.ts';
import { bookFigures } from './figures-queries.server.ts';
import { type CloseProblem, daysOfMonth, monthLabel, parseMonth, problemOfClosing } from './month.ts';

/** `month` as '2026-10'; `seen` is the fingerprint of the figures that the person has seen. */
export type ClosingInput = { month: string; seen: string };

/**
 * Refuses: people who may not close months, an old sign-in, a month that is not over, is closed or does not follow the
 * last closed one, and figures that are not those the person has seen. Of two people at once the second is refused.
 */
export async function closeMonth(
  actor: Actor,
  { month: text, seen }: ClosingInput,
  now = systemClock(),
): Promise<Result<{ label: string }, CloseProblem>> {
  type Outcome = Result<{ label: string }, CloseProblem>;
  const month = parseMonth(text);
  if (!month) return refuse({ kind: 'not-a-month' });
  const asStaff = recentStaffTransaction(
    actor,
    'books.close',
    refuse({ kind: 'not-allowed' }),
    refuse({ kind: 'confirm-first' }),
  );
  const { zone, name } = (await readSettings()).store;
  const today = storeDate(now, zone);
  return asStaff<Outcome>(async (tx, actor) => {
    // From here on the totals do not change: what is not in them yet becomes a correction.
    if (!(await foldAllSales(tx, zone))) return refuse({ kind: 'counting' });
    const problem = problemOfClosing(month, await lastClosing(tx), today, zone);
    if (problem) return refuse(problem);
    const figures = await bookFigures(tx, { days: daysOfMonth(month), zone, isFolded: true }, today);
    if (fingerprintOf(figures) !== seen) return refuse({ kind: 'figures-changed' });
    const [earlier] = await tx
      .select({ attempt: max(bookClosings.attempt) })
      .from(bookClosings)
      .where(sql`${bookClosings.month} = ${month.toString()}::date`);
    const attempt = (earlier?.attempt ?? 0) + 1;
    await tx.insert(bookClosings).values({
      id: newId(),
      month: month.toString(),
      attempt,
      figures,
      storeName: name,
      closedBy: actor.userId,
      closedByName: actor.name,
      createdAt: asDate(now),
    });
    const { net, tax } = sumOfClasses(figures.classes);
    const { taken, returned } = sumOfCash(figures.cash);
    await recordAudit(tx, actor, {
      action: 'month.closed',
      subject: 'store',
      subjectId: 'books',
      after: { month: text, attempt, orders: figures.orders, net, tax, cash: taken - returned },
    });
    return succeed({ label: monthLabel(month) });
  });
}
