/** Units that were handed over come back over the counter (docs/law.md, Returns). */
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { lots, reservationLots } from '#db/schema/stock.ts';
import { type Cause, coverMissing, type StoreClock } from './hold-lots.server.ts';
import { lockStock, moveStock, type StockMove } from './move-stock.server.ts';

export type ReturnedUnits = {
  reservationId: string;
  productId: number;
  quantity: number;
  /** Units of the same line that came back earlier. */
  cameBackBefore: number;
  /** Cannabis: it is written off in the same moment, and never was for sale again. */
  isDestroyed: boolean;
};

/**
 * Writes returned units into the ledger, by the lots they were sold from. What is destroyed comes in beside what is for
 * sale and leaves as waste; what is not goes back on the shelf, or where its lot is off sale, beside it. The sale itself
 * stays as it was.
 */
export async function returnLots(
  tx: Transaction,
  returned: readonly ReturnedUnits[],
  cause: Cause,
  clock: StoreClock,
): Promise<void> {
  if (returned.length === 0) return;
  const productIds = returned.map(({ productId }) => productId);
  await lockStock(tx, productIds);
  const shares = await tx
    .select({
      reservationId: reservationLots.reservationId,
      lotId: lots.id,
      quantity: reservationLots.quantity,
      status: lots.status,
    })
    .from(reservationLots)
    .innerJoin(lots, eq(lots.id, reservationLots.lotId))
    .where(
      and(
        inArray(
          reservationLots.reservationId,
          returned.map(({ reservationId }) => reservationId),
        ),
        eq(reservationLots.sold, true),
      ),
    )
    .orderBy(asc(reservationLots.reservationId), asc(lots.id));
  const moves = returned.flatMap((units) => movesOf(units, shares, cause));
  await moveStock(tx, moves, cause.actorId);
  await coverMissing(tx, productIds, cause.actorId, clock);
}

type Share = { reservationId: string; lotId: number; quantity: number; status: string };

/** Lot by lot in the order of their ids, after those that came back before. */
function movesOf(units: ReturnedUnits, shares: readonly Share[], cause: Cause): StockMove[] {
  const moves: StockMove[] = [];
  let skipped = units.cameBackBefore;
  let wanted = units.quantity;
  for (const share of shares) {
    if (share.reservationId !== units.reservationId) continue;
    const passed = Math.min(skipped, share.quantity);
    skipped -= passed;
    const quantity = Math.min(wanted, share.quantity - passed);
    wanted -= quantity;
    if (quantity > 0) moves.push(...movesOfLot(units, share, quantity, cause));
  }
  return moves;
}

function movesOfLot(
  { productId, reservationId, isDestroyed }: ReturnedUnits,
  { lotId, status }: Share,
  quantity: number,
  { orderId, note = null }: Cause,
): StockMove[] {
  const move = { productId, lotId, onHand: 0, held: 0, orderId, note };
  if (isDestroyed)
    return [
      { ...move, setAside: quantity, reason: 'return', reservationId },
      { ...move, setAside: -quantity, reason: 'waste', reservationId },
    ];
  // Not by the reservation, whose sale has happened.
  const isSellable = status === 'sellable';
  return [
    { ...move, onHand: isSellable ? quantity : 0, setAside: isSellable ? 0 : quantity, reason: 'return' },
  ];
}
