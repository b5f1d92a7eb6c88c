/** Takes away units of a lot that reservations hold: they get units of other lots, or staff choose who goes without. */
import type { Transaction } from '#db/client.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate } from '#kernel/time.ts';
import { addMissing, dayNeeded, holdLots, type StoreClock } from './hold-lots.server.ts';
import type { LockedLot } from './lots/change-lot.server.ts';
import { type LotShare, takeFirstOut, without } from './lots/lots.ts';
import { readFreeLots } from './lots/lots-queries.server.ts';
import { moveStock } from './move-stock.server.ts';
import { dropPackedUnits } from './packed-units.server.ts';
import { recordPutBacks } from './put-back/record-put-backs.server.ts';
import {
  announceOrders,
  type HeldShare,
  heldFor,
  heldSharesOf,
  recordShort,
} from './take-off-sale.server.ts';

type Loss = { share: HeldShare; moved: LotShare[]; gone: number };

/**
 * The latest pickup moves first, because its customer has the most time; each to the other lot that expires first and
 * is good on its day. For units that no other lot has, the `chosen` reservations go without: they wait for staff, and
 * their customers are notified. Refuses, before it writes anything, while the chosen hold too few. Returns the
 * reservations that go without. Call it under the lock on the product's stock.
 */
export async function loseHeldUnits(
  tx: Transaction,
  lot: LockedLot,
  { units, chosen }: { units: number; chosen: readonly string[] },
  cause: { actorId: string; note: string },
  clock: StoreClock,
): Promise<Result<{ missing: number }, { kind: 'choose'; missing: number }>> {
  const losses = await planLosses(tx, lot, units, clock);
  let left = units - losses.reduce((sum, { moved }) => sum + unitsIn(moved), 0);
  const missing = left;
  for (const loss of losses.filter(({ share }) => chosen.includes(share.reservation_id))) {
    loss.gone = Math.min(left, loss.share.quantity - unitsIn(loss.moved));
    left -= loss.gone;
  }
  if (left > 0) return refuse({ kind: 'choose', missing });
  const touched = losses.filter(({ moved, gone }) => gone > 0 || moved.length > 0);
  // A share is released as a whole, and what stays is held again.
  await moveStock(
    tx,
    touched.map(({ share }) => ({
      productId: lot.productId,
      lotId: lot.id,
      onHand: 0,
      held: -share.quantity,
      reason: 'transfer',
      reservationId: share.reservation_id,
      orderId: share.order_id,
      note: cause.note,
    })),
    cause.actorId,
  );
  for (const { share, moved, gone } of touched) {
    const stays = share.quantity - unitsIn(moved) - gone;
    const rest = { lotId: lot.id, quantity: stays, packed: Math.min(stays, share.packed) };
    const shares = stays > 0 ? [rest, ...moved] : moved;
    const hold = { reservationId: share.reservation_id, productId: lot.productId, shares };
    const about = { actorId: cause.actorId, orderId: share.order_id, note: cause.note };
    await holdLots(tx, [hold], about, 'transfer');
    // Which units are gone is not known: what is in the bag beyond the order is looked for there.
    const out = { lotId: lot.id, units: share.packed - Math.min(stays, share.packed) };
    if (share.order_id !== null) await recordPutBacks(tx, share.order_id, [out], asDate(clock.now));
  }
  await dropPackedUnits(
    tx,
    touched.map(({ share }) => share.reservation_id),
  );
  await announceOrders(
    tx,
    touched.map(({ share }) => share),
  );
  const short = touched.filter(({ gone }) => gone > 0);
  await addMissing(
    tx,
    short.map(({ share, gone }) => ({ reservationId: share.reservation_id, units: gone })),
  );
  await recordShort(
    tx,
    short.map(({ share }) => ({ reservationId: share.reservation_id, orderId: share.order_id })),
    cause.actorId,
  );
  return succeed({ missing });
}

const unitsIn = (shares: readonly LotShare[]) => shares.reduce((sum, { quantity }) => sum + quantity, 0);

/** What moves to other lots, latest pickup first. */
async function planLosses(
  tx: Transaction,
  lot: LockedLot,
  units: number,
  clock: StoreClock,
): Promise<Loss[]> {
  const free = (await readFreeLots(tx, [lot.productId])).get(lot.productId) ?? [];
  let others = free.filter(({ lotId }) => lotId !== lot.id);
  let left = units;
  const losses: Loss[] = [];
  for (const share of (await heldSharesOf(tx, [lot.id])).toReversed()) {
    const wanted = Math.min(left, share.quantity);
    const { shares } = takeFirstOut(others, wanted, dayNeeded(heldFor(share), clock));
    others = without(others, shares);
    left -= unitsIn(shares);
    losses.push({ share, moved: shares, gone: 0 });
  }
  return losses;
}
