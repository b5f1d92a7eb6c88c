/** Undoes an adjustment by an opposite row of the ledger. */
import { type Actor, may } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { undoneAdjustments } from '#db/schema/stock.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { systemClock } from '#kernel/time.ts';
import { adjustReasonLabel } from './adjustment.ts';
import { readAdjustment } from './ledger-queries.server.ts';
import { lockLot, recordLotChange } from './lots/change-lot.server.ts';
import { changeUnits } from './lots/count-lot.server.ts';
import type { LotProblem } from './lots/lots.ts';

/**
 * The units come back to the lot as it is now: on sale if it is on sale, otherwise set aside. Refuses: rows that are
 * not a person's adjustment, are undone already or older than `UNDO_ADJUSTMENT_HOURS`, another person's unless the
 * actor manages inventory, and found units that are gone or reserved since.
 */
export async function undoAdjustment(
  actor: Actor,
  { lotId, ledgerId }: { lotId: number; ledgerId: number },
  now = systemClock(),
): Promise<Result<{ lotId: number }, LotProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.count', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<{ lotId: number }, LotProblem>>(async (tx, actor) => {
    const lot = await lockLot(tx, lotId);
    const row = lot && (await readAdjustment(tx, { productId: lot.productId, lotId, ledgerId }, now));
    if (!row) return refuse({ kind: 'undo-late' });
    if (row.actorId !== actor.userId && !may(actor, 'inventory.manage'))
      return refuse({ kind: 'not-allowed' });
    const change = -row.units;
    const note = `Undone: ${adjustReasonLabel[row.reason].toLowerCase()}${row.note ? ` (${row.note})` : ''}`;
    if (lot.onHand + change < 0) return refuse({ kind: 'undo-late' });
    const wanted = { change, reason: 'adjustment' as const, note, chosen: [], isDestroyed: false };
    const moved = await changeUnits(tx, actor, lot, wanted, now);
    if (!moved.ok) return refuse({ kind: 'undo-late' });
    await tx.insert(undoneAdjustments).values({ ledgerId });
    await recordLotChange(tx, {
      action: 'lot.count-undone',
      lotId,
      actor,
      before: { batchNumber: lot.batchNumber, onHand: lot.onHand },
      after: { batchNumber: lot.batchNumber, onHand: lot.onHand + change, reason: row.reason },
      reason: '',
    });
    return succeed({ lotId });
  });
}
