/** Puts an untested or quarantined lot on sale. */

import { eq } from 'drizzle-orm';
import { type Actor, may } from '#core/access/actor.ts';
import { staffTransaction } from '#core/access/staff-transaction.server.ts';
import { storeClock } from '#core/settings/store-clock.server.ts';
import { lots } from '#db/schema/stock.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { TestStatus } from '#kernel/statuses.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import { hasQuarantined, lockLot, recordLotChange } from './change-lot.server.ts';
import { coverMissing } from './hold-lots.server.ts';
import { isGoodOn, type LotProblem, mayBeSold, readReason } from './lots.ts';
import { moveStock } from './move-stock.server.ts';

export type LotRelease = {
  lotId: number;
  reason: string;
  /** The new test result, if there is one. */
  testStatus?: TestStatus;
};

/**
 * Customers with short lines get their units first. Staff without permission to manage inventory may only undo
 * their own quarantine. Refuses: cannabis without a passed test, a lot whose last day has passed, and recalled or expired lots. A lot on
 * sale stays on sale.
 */
export async function releaseLot(
  actor: Actor,
  { lotId, reason: typed, testStatus }: LotRelease,
  now = systemClock(),
): Promise<Result<{ lotId: number }, LotProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.count', refuse({ kind: 'not-allowed' }));
  const { zone } = await storeClock(now);
  const today = storeDate(now, zone).toString();
  return asStaff<Result<{ lotId: number }, LotProblem>>(async (tx, actor) => {
    const reason = readReason(typed);
    if (!reason.ok) return reason;
    const lot = await lockLot(tx, lotId);
    if (!lot) return refuse({ kind: 'not-found' });
    const isUndo = !testStatus && (await hasQuarantined(tx, actor.userId, lotId));
    if (!may(actor, 'inventory.manage') && !isUndo) return refuse({ kind: 'not-allowed' });
    if (lot.status === 'sellable') return succeed({ lotId });
    if (lot.status !== 'untested' && lot.status !== 'quarantined') {
      return refuse({ kind: 'wrong-status', status: lot.status });
    }
    const tested = testStatus ?? lot.testStatus;
    if (!mayBeSold(lot.productType, tested)) return refuse({ kind: 'not-tested' });
    if (!isGoodOn(lot, today)) return refuse({ kind: 'expired' });
    await tx.update(lots).set({ status: 'sellable', testStatus: tested }).where(eq(lots.id, lotId));
    await moveStock(
      tx,
      [
        {
          productId: lot.productId,
          lotId,
          onHand: lot.onHand,
          held: 0,
          setAside: -lot.onHand,
          reason: 'clearance',
          note: `Batch ${lot.batchNumber}: ${reason.value}`,
        },
      ],
      actor.userId,
    );
    await coverMissing(tx, [lot.productId], actor.userId, { now, zone });
    await recordLotChange(tx, {
      action: 'lot.released',
      lotId,
      actor,
      before: { status: lot.status, testStatus: lot.testStatus, onHand: lot.onHand },
      after: { status: 'sellable', testStatus: tested, onHand: lot.onHand },
      reason: reason.value,
    });
    return succeed({ lotId });
  });
}
