/** Takes back units at the counter after they were handed over (docs/law.md, Returns). */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { lots, reservationLots } from '#db/schema/stock.ts';
import { asDate } from '#kernel/time.ts';
import { type Cause, coverMissing, type StoreClock } from './hold-lots.server.ts';
import { lockStock, moveStock, type StockMove } from './move-stock.server.ts';
import { writeWaste } from './waste/write-waste.server.ts';

export type ReturnedUnits = {
  reservationId: string;
  productId: number;
  quantity: number;
  /** Units of the same line that were refunded as returned earlier. */
  cameBackBefore: number;
  /** Cannabis never goes back on sale: it becomes waste at once, or stays set aside if its lot is recalled. */
  isDestroyed: boolean;
};

/**
 * Writes returned units into the ledger, by the lots they were sold from. Destroyed units come in as set
 * aside and leave as waste, which waits to be destroyed; others go back on the shelf, or are set aside if their lot is off sale. Units that
 * a recall already took back (`takeBackUnits`) are not written again. The sale itself does not change.
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
  const back = await returnedByLot(tx, cause.orderId);
  const moves = returned.flatMap((units) => movesOf(units, shares, back, cause));
  await moveStock(tx, moves, cause.actorId);
  for (const { lotId, setAside = 0, note } of moves.filter(({ reason }) => reason === 'waste'))
    await writeWaste(
      tx,
      { lotId, units: -setAside, reason: 'returned', note: note ?? '', orderId: cause.orderId },
      cause.actorId,
      asDate(clock.now),
    );
  await coverMissing(tx, productIds, cause.actorId, clock);
}

type Share = { reservationId: string; lotId: number; quantity: number; status: string };

/** Units of an order that came back so far, by lot. */
async function returnedByLot(tx: Transaction, orderId: string | null): Promise<Map<number, number>> {
  const { rows } = await tx.execute<{ lotId: number; units: number }>(sql`
    select lot_id as "lotId", sum(on_hand_change + set_aside_change)::int as units from stock_ledger
    where reason = 'return' and order_id = ${orderId} and lot_id in (
      select share.lot_id from order_items as item
      join reservation_lots as share on share.reservation_id = item.reservation_id
      where item.order_id = ${orderId})
    group by lot_id`);
  return new Map(rows.map(({ lotId, units }) => [lotId, units]));
}

/** Builds the moves lot by lot in id order, of the units that have not come back before. */
function movesOf(
  units: ReturnedUnits,
  shares: readonly Share[],
  back: ReadonlyMap<number, number>,
  cause: Cause,
): StockMove[] {
  const own = shares.filter(({ reservationId }) => reservationId === units.reservationId);
  const backBefore = own.reduce((sum, { lotId }) => sum + (back.get(lotId) ?? 0), 0);
  const moves: StockMove[] = [];
  let wanted = Math.max(0, units.cameBackBefore + units.quantity - backBefore);
  for (const share of own) {
    const quantity = Math.min(wanted, share.quantity - (back.get(share.lotId) ?? 0));
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
  if (isDestroyed && status !== 'recalled')
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
