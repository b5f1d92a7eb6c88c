/** Records which stock changes of an outage were entered in the state's system, and takes that back. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { outageEntries, stateOutages, stockLedger } from '#db/schema/stock.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { entriesOf, isReported } from './open-outage-queries.server.ts';
import type { OutageProblem } from './outage.ts';

export type EntriesInput = {
  /** The outage's number. */
  number: number;
  /** Rows of the ledger; those that are not of the outage are left out. */
  entries: readonly number[];
  /** False takes ticks back. */
  entered: boolean;
};

/**
 * Leaves out what the shop reports by itself: entered by hand too, it would be there twice. Returns how many changed: a
 * second press changes none, and the first person stays on record.
 */
export function enterEntries(
  actor: Actor,
  { number, entries, entered }: EntriesInput,
  now = systemClock(),
): Promise<Result<{ changed: number }, OutageProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<{ changed: number }, OutageProblem>>(async (tx, admin) => {
    if (entries.length === 0) return refuse({ kind: 'none-chosen' });
    const [outage] = await tx
      .select()
      .from(stateOutages)
      .where(eq(stateOutages.number, number))
      .for('no key update');
    if (!outage) return refuse({ kind: 'not-found' });
    const own = await tx
      .select({ id: stockLedger.id, isReported: sql<boolean>`${isReported}` })
      .from(stockLedger)
      .where(and(inArray(stockLedger.id, [...entries]), entriesOf(outage)));
    const ids = own.flatMap((each) => (each.isReported ? [] : [each.id]));
    if (ids.length === 0) return refuse({ kind: own.length > 0 ? 'shop-reports' : 'none-chosen' });
    const done = { outageId: outage.id, enteredBy: admin.userId, enteredByName: admin.name };
    const changed = entered
      ? await tx
          .insert(outageEntries)
          .values(ids.map((ledgerId) => ({ ...done, ledgerId, createdAt: asDate(now) })))
          .onConflictDoNothing()
          .returning({ id: outageEntries.ledgerId })
      : await tx
          .delete(outageEntries)
          .where(inArray(outageEntries.ledgerId, ids))
          .returning({ id: outageEntries.ledgerId });
    if (changed.length > 0) {
      await recordAudit(tx, admin, {
        action: entered ? 'outage.entered' : 'outage.entries-reopened',
        subject: 'outage',
        subjectId: String(number),
        after: { entries: changed.length },
      });
      await announce(tx, 'orders', 'inventory');
    }
    return succeed({ changed: changed.length });
  });
}
