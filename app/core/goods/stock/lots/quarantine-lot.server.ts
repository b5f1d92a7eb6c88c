/** Takes a doubtful lot off sale until staff have checked it. */
import { eq } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { lots } from '#db/schema/stock.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { systemClock } from '#kernel/time.ts';
import { takeOffSale } from '../take-off-sale.server.ts';
import { lockLot, recordLotChange } from './change-lot.server.ts';
import { type LotProblem, readReason } from './lots.ts';

/**
 * Returns how many promised units no other lot has; those lines wait for staff, and their customers are
 * notified. Anyone who may see stock may quarantine, because doubt cannot wait for the owner; `releaseLot`
 * puts the lot back on sale. A quarantined lot stays quarantined; a lot that is off sale for another reason
 * is refused.
 */
export async function quarantineLot(
  actor: Actor,
  { lotId, reason: typed }: { lotId: number; reason: string },
  now = systemClock(),
): Promise<Result<{ missing: number }, LotProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.see', refuse({ kind: 'not-allowed' }));
  const { zone } = await storeClock(now);
  return asStaff<Result<{ missing: number }, LotProblem>>(async (tx, actor) => {
    const reason = readReason(typed);
    if (!reason.ok) return reason;
    const lot = await lockLot(tx, lotId);
    if (!lot) return refuse({ kind: 'not-found' });
    if (lot.status === 'quarantined') return succeed({ missing: 0 });
    if (lot.status !== 'sellable') return refuse({ kind: 'wrong-status', status: lot.status });
    const { missing } = await takeOffSale(tx, [lot], 'quarantined', actor.userId, { now, zone });
    const staffMayRelease = !may(actor, 'lots.release');
    await tx.update(lots).set({ quarantinedBy: actor.userId, staffMayRelease }).where(eq(lots.id, lotId));
    await recordLotChange(tx, {
      action: 'lot.quarantined',
      lotId,
      actor,
      before: { status: lot.status, onHand: lot.onHand },
      after: { status: 'quarantined', onHand: lot.onHand, missing },
      reason: reason.value,
    });
    return succeed({ missing });
  });
}
