/** Sets a lot's units to the counted number. The difference becomes a ledger row with its reason. */
import type { Temporal } from 'temporal-polyfill';
import type { Actor, SignedIn } from '#core/access/actor.ts';
import { staffTransaction } from '#core/access/staff-transaction.server.ts';
import { storeClock } from '#core/settings/store-clock.server.ts';
import type { Transaction } from '#db/client.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { cleanText, isPlainText } from '#kernel/text.ts';
import { systemClock } from '#kernel/time.ts';
import { type LockedLot, lockLot, recordLotChange } from './change-lot.server.ts';
import { coverMissing } from './hold-lots.server.ts';
import type { CountReason, LotProblem } from './lots.ts';
import { moveStock } from './move-stock.server.ts';

export type LotCount = {
  lotId: number;
  /** Units in the building, as counted. */
  counted: number;
  /** The lot's units when the count started; a lot that has changed since is refused. */
  expected: number;
  reason: CountReason;
  note: string;
};

/**
 * Returns by how many units the lot changed. Short units are covered first. Refuses: actors without
 * permission to count stock, fewer units than are promised to customers, a lot that sold or received units
 * since the count started.
 */
export async function countLot(
  actor: Actor,
  count: LotCount,
  now = systemClock(),
): Promise<Result<{ change: number }, LotProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.count', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<{ change: number }, LotProblem>>(async (tx, actor) => {
    const lot = await lockLot(tx, count.lotId);
    return lot ? countLocked(tx, actor, lot, count, now) : refuse({ kind: 'not-found' });
  });
}

/** For a command that already holds the lock and has checked the permission. */
export async function countLocked(
  tx: Transaction,
  actor: SignedIn,
  lot: LockedLot,
  { counted, expected, reason, note: typed }: Omit<LotCount, 'lotId'>,
  now: Temporal.Instant,
): Promise<Result<{ change: number }, LotProblem>> {
  if (!Number.isSafeInteger(counted) || counted < 0 || counted > 1_000_000)
    return refuse({ kind: 'count-invalid' });
  const note = cleanText(typed);
  if (!isPlainText(note)) return refuse({ kind: 'not-plain' });
  if (lot.onHand !== expected) return refuse({ kind: 'changed' });
  if (counted < lot.held) return refuse({ kind: 'promised', held: lot.held });
  const change = counted - lot.onHand;
  if (change === 0) return succeed({ change });
  const isForSale = lot.status === 'sellable';
  await moveStock(
    tx,
    [
      {
        productId: lot.productId,
        lotId: lot.id,
        onHand: isForSale ? change : 0,
        held: 0,
        setAside: isForSale ? 0 : change,
        reason,
        note: note || null,
      },
    ],
    actor.userId,
  );
  const { zone } = await storeClock(now);
  if (isForSale && change > 0) await coverMissing(tx, [lot.productId], actor.userId, { now, zone });
  await recordLotChange(tx, {
    action: 'lot.counted',
    lotId: lot.id,
    actor,
    before: { batchNumber: lot.batchNumber, onHand: lot.onHand },
    after: { batchNumber: lot.batchNumber, onHand: counted, reason },
    reason: note,
  });
  return succeed({ change });
}
