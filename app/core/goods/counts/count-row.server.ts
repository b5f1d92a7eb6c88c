/** Saves what someone counted of a lot, with the lot's units at that moment. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { newestLedgerId } from '#core/goods/stock/ledger-queries.server.ts';
import type { LockedLot } from '#core/goods/stock/lots/change-lot.server.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { countRows } from '#db/schema/counts.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { announce } from '#platform/live/announce.ts';
import type { CountProblem } from './count.ts';
import { lockRowLot, readOpenRow } from './counts-queries.server.ts';

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
    const lot = await lockRowLot(tx, row.value);
    const saved = await tx
      .update(countRows)
      .set({ ...(await countedColumns(tx, actor, lot, counted)), version: version + 1 })
      .where(and(eq(countRows.id, rowId), eq(countRows.version, version), isNull(countRows.reason)))
      .returning({ id: countRows.id });
    if (saved.length === 0) return refuse({ kind: 'changed' });
    await announce(tx, 'inventory');
    return succeed({ counted });
  });
}

/** The columns of a row that was counted, compared with the lot as it is under the lock; null is a batch without a lot. */
export async function countedColumns(
  tx: Transaction,
  countedBy: { userId: string; name: string },
  lot: LockedLot | null,
  counted: number | null,
) {
  const lotId = lot?.id;
  if (counted === null)
    return {
      ...{ lotId, counted, expected: null, ledgerId: null },
      ...{ countedBy: null, countedByName: null, countedAt: null },
    };
  return {
    lotId,
    counted,
    expected: lot?.onHand ?? 0,
    ledgerId: lot ? await newestLedgerId(tx, { productId: lot.productId, lotId: lot.id }) : null,
    countedBy: countedBy.userId,
    countedByName: countedBy.name,
    countedAt: sql`now()`,
  };
}
