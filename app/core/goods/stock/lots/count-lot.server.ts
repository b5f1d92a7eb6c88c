/** Sets a lot's units to what staff found. The difference becomes a ledger row with its reason. */
import type { Temporal } from 'temporal-polyfill';
import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import type { Transaction } from '#db/client.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { cleanText, isPlainText } from '#kernel/text.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { type AdjustReason, adjustReasonLabel, judgeAdjustment } from '../adjustment.ts';
import { coverMissing } from '../hold-lots.server.ts';
import { loseHeldUnits } from '../lose-held-units.server.ts';
import { moveStock, type StockMove } from '../move-stock.server.ts';
import { writeWaste } from '../waste/write-waste.server.ts';
import { type LockedLot, lockLot, recordLotChange } from './change-lot.server.ts';
import type { LotProblem } from './lots.ts';

export type LotCount = {
  lotId: number;
  /** Units in the building now: as counted, or without those that are gone. */
  counted: number;
  /** The lot's units when the form was opened; a lot that has changed since is refused. */
  expected: number;
  reason: AdjustReason;
  note: string;
  /** The reservations that go without, if reserved units are gone and no other lot has any. */
  chosen?: readonly string[];
};

/** By how many units the lot changed, and how many reserved units no lot has now. */
export type Adjusted = { change: number; missing: number };

/**
 * Short units are covered first. Reserved units that are gone move to other lots; the `chosen` go without the rest.
 * Refuses: actors without permission to count stock, what `judgeAdjustment` refuses, a lot that sold or received units
 * since the form was opened, and reserved units that no other lot has while too few reservations are chosen.
 */
export async function countLot(
  actor: Actor,
  count: LotCount,
  now = systemClock(),
): Promise<Result<Adjusted, LotProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.count', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<Adjusted, LotProblem>>(async (tx, actor) => {
    const lot = await lockLot(tx, count.lotId);
    return lot ? countLocked(tx, actor, lot, count, now) : refuse({ kind: 'not-found' });
  });
}

/** For a command that already holds the lock and has checked the permission. Refuses before it writes anything. */
export async function countLocked(
  tx: Transaction,
  actor: SignedIn,
  lot: LockedLot,
  { counted, expected, reason, note: typed, chosen = [] }: Omit<LotCount, 'lotId'>,
  now: Temporal.Instant,
): Promise<Result<Adjusted, LotProblem>> {
  if (!Number.isSafeInteger(counted) || counted < 0 || counted > 1_000_000)
    return refuse({ kind: reason === 'count' ? 'count-invalid' : 'none-taken' });
  const note = cleanText(typed);
  if (!isPlainText(note)) return refuse({ kind: 'not-plain' });
  if (lot.onHand !== expected) return refuse({ kind: 'changed' });
  const change = counted - lot.onHand;
  const problem = judgeAdjustment({ reason, units: change, note });
  if (problem) return refuse(problem);
  if (change === 0) return succeed({ change, missing: 0 });
  const isDestroyed = reason === 'return' && lot.productType === 'cannabis' && lot.status !== 'recalled';
  const moved = await changeUnits(tx, actor, lot, { change, reason, note, chosen, isDestroyed }, now);
  if (!moved.ok) return moved;
  const { missing } = moved.value;
  if (reason === 'waste' || isDestroyed) {
    const why = isDestroyed ? 'returned' : 'other';
    const record = { lotId: lot.id, units: Math.abs(change), reason: why, note } as const;
    await writeWaste(tx, record, actor.userId, asDate(now));
  }
  await recordLotChange(tx, {
    action: 'lot.counted',
    lotId: lot.id,
    actor,
    before: { batchNumber: lot.batchNumber, onHand: lot.onHand },
    after: {
      batchNumber: lot.batchNumber,
      onHand: isDestroyed ? lot.onHand : counted,
      reason,
      ...(missing > 0 ? { missing } : {}),
    },
    reason: note,
  });
  return succeed({ change, missing });
}

type Change = {
  change: number;
  reason: AdjustReason | 'adjustment';
  note: string;
  chosen: readonly string[];
  /** Cannabis that came back is recorded and written off at once. */
  isDestroyed: boolean;
};

/** Writes the ledger; reserved units that are gone move or are missing, units that were found cover missing ones. */
export async function changeUnits(
  tx: Transaction,
  actor: SignedIn,
  lot: LockedLot,
  { change, reason, note, chosen, isDestroyed }: Change,
  now: Temporal.Instant,
): Promise<Result<{ missing: number }, LotProblem>> {
  const clock = { now, zone: (await storeClock(now)).zone };
  const units = isDestroyed ? 0 : lot.held - (lot.onHand + change);
  let missing = 0;
  if (units > 0) {
    const word = reason === 'adjustment' ? 'Undone' : adjustReasonLabel[reason];
    const why = `Batch ${lot.batchNumber}: ${word.toLowerCase()}`;
    const cause = { actorId: actor.userId, note: why };
    const lost = await loseHeldUnits(tx, lot, { units, chosen }, cause, clock);
    if (!lost.ok) return lost;
    missing = lost.value.missing;
  }
  const isForSale = lot.status === 'sellable' && !isDestroyed;
  const move: StockMove = {
    productId: lot.productId,
    lotId: lot.id,
    onHand: isForSale ? change : 0,
    held: 0,
    setAside: isForSale ? 0 : change,
    reason,
    note: note || null,
  };
  const moves = isDestroyed ? [move, { ...move, setAside: -change, reason: 'waste' as const }] : [move];
  await moveStock(tx, moves, actor.userId);
  if (isForSale && change > 0) await coverMissing(tx, [lot.productId], actor.userId, clock);
  return succeed({ missing });
}
