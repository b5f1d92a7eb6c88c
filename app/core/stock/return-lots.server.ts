/** Takes back units at the counter after they were handed over (docs/law.md, Returns). */
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { lots, reservationLots } from '#db/schema/stock.ts';
import { type Cause, coverMissing, type StoreClock } from './hold-lots.server.ts';
import { lockStock, moveStock, type StockMove } from './move-stock.server.ts';

export type ReturnedUnits = {
  reservationId: string;
  productId: number;
  quantity: number;
  /** Units of the same line that were returned earlier. */
  cameBackBefore: number;
  /** Cannabis is written off at once and never goes back on sale. */
  isDestroyed: boolean;
};

/**
 * Writes returned units into the ledger, by the lots they were sold from. Destroyed units come in as set
 * aside and leave as waste; others go back on the shelf, or are set aside if their lot is off sale. The sale
 * itself does not change.
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

/** Builds the moves lot by lot in id order, after the units that were returned before. */
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
  // Without the reservation id: the reservation's sale stays completed.
  const isSellable = status === 'sellable';
  return [
    { ...move, onHand: isSellable ? quantity : 0, setAside: isSellable ? 0 : quantity, reason: 'return' },
  ];
}
