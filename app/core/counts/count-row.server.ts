/** Saves what someone counted of a lot, with the lot's units at that moment. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Actor } from '#core/access/actor.ts';
import { staffTransaction } from '#core/access/staff-transaction.server.ts';
import { lockLot } from '#core/stock/change-lot.server.ts';
import { newestLedgerId } from '#core/stock/ledger-queries.server.ts';
import { countRows } from '#db/schema/counts.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { announce } from '#platform/live/announce.ts';
import type { CountProblem } from './count.ts';
import { readOpenRow } from './counts-queries.server.ts';

export type RowCount = {
  sheetId: number;
  rowId: number;
  /** Units in the building; null to count the lot again. */
  counted: number | null;
  /** The row's version that the sheet showed. */
  version: number;
};

/**
 * Refuses: actors without permission to count stock, a closed sheet, a row that was approved or that someone else
 * saved in between. No audit entry: the row records who counted and when, and the approval is audited.
 */
export async function countRow(
  actor: Actor,
  { sheetId, rowId, counted, version }: RowCount,
): Promise<Result<{ counted: number | null }, CountProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.count', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<{ counted: number | null }, CountProblem>>(async (tx, actor) => {
    if (counted !== null && (!Number.isSafeInteger(counted) || counted < 0 || counted > 1_000_000))
      return refuse({ kind: 'count-invalid' });
    const row = await readOpenRow(tx, sheetId, rowId);
    if (!row.ok) return row;
    const lot = await lockLot(tx, row.value.lotId);
    if (!lot) return refuse({ kind: 'not-found' });
    const isCounted = counted !== null;
    const saved = await tx
      .update(countRows)
      .set({
        counted,
        expected: isCounted ? lot.onHand : null,
        ledgerId: isCounted ? await newestLedgerId(tx, { productId: lot.productId, lotId: lot.id }) : null,
        countedBy: isCounted ? actor.userId : null,
        countedByName: isCounted ? actor.name : null,
        countedAt: isCounted ? sql`now()` : null,
        version: version + 1,
      })
      .where(and(eq(countRows.id, rowId), eq(countRows.version, version), isNull(countRows.reason)))
      .returning({ id: countRows.id });
    if (saved.length === 0) return refuse({ kind: 'changed' });
    await announce(tx, 'inventory');
    return succeed({ counted });
  });
}
