/** Takes a lot off sale for good. */
import { eq } from 'drizzle-orm';
import type { Actor } from '#core/access/actor.ts';
import { staffTransaction } from '#core/access/staff-transaction.server.ts';
import { storeClock } from '#core/settings/store-clock.server.ts';
import { lots } from '#db/schema/stock.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { systemClock } from '#kernel/time.ts';
import { lockLot, recordLotChange } from './change-lot.server.ts';
import { type LotProblem, readReason } from './lots.ts';
import { takeOffSale } from './take-off-sale.server.ts';

/**
 * Returns how many promised units no other lot has; those lines wait for staff, and their customers are
 * notified. A lot in any status can be recalled, and never comes back on sale. A second recall does nothing
 * more.
 */
export async function recallLot(
  actor: Actor,
  { lotId, reason: typed }: { lotId: number; reason: string },
  now = systemClock(),
): Promise<Result<{ missing: number }, LotProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' }));
  const { zone } = await storeClock(now);
  return asStaff<Result<{ missing: number }, LotProblem>>(async (tx, actor) => {
    const reason = readReason(typed);
    if (!reason.ok) return reason;
    const lot = await lockLot(tx, lotId);
    if (!lot) return refuse({ kind: 'not-found' });
    if (lot.status === 'recalled') return succeed({ missing: 0 });
    const isOnSale = lot.status === 'sellable';
    const { missing } = await takeOffSale(tx, isOnSale ? [lot] : [], 'recalled', actor.userId, { now, zone });
    // Units that are already set aside stay so; only the reason changes.
    if (!isOnSale) await tx.update(lots).set({ status: 'recalled' }).where(eq(lots.id, lotId));
    await recordLotChange(tx, {
      action: 'lot.recalled',
      lotId,
      actor,
      before: { status: lot.status, onHand: lot.onHand },
      after: { status: 'recalled', onHand: lot.onHand, missing },
      reason: reason.value,
    });
    return succeed({ missing });
  });
}
