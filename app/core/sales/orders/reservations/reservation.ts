/** Defines a reservation: one product line held for one customer for a pickup time (specification section 4). */
import type { LedgerReason, StockMovement } from '#core/goods/stock/stock.ts';
import type { Id } from '#kernel/ids.ts';
import type { ReservationStatus } from '#kernel/statuses.ts';

export type ReservationId = Id<'reservation'>;

/**
 * The effect of each status on stock. A status change moves stock by the difference between two effects, so
 * no order of clicks can create or lose a unit.
 */
export type StockEffect = 'holds' | 'sold' | 'released';

export const stockEffect: Readonly<Record<ReservationStatus, StockEffect>> = {
  pending: 'holds',
  reserved: 'holds',
  submitted: 'holds',
  confirmed: 'holds',
  fulfilled: 'sold',
  cancelled: 'released',
};

const shape: Record<StockEffect, StockMovement> = {
  holds: { onHand: 0, held: 1 },
  sold: { onHand: -1, held: 0 },
  released: { onHand: 0, held: 0 },
};

/**
 * Returns the stock movement of a status change; `null` is the reservation before it existed. A step that
 * lowers onHand − held needs that many available units and may be refused. A step out of `fulfilled` corrects
 * a wrong click and puts the units back; goods returned at the counter are a return, which never goes back on
 * sale (docs/law.md, Returns).
 */
export function movementBetween(
  from: ReservationStatus | null,
  to: ReservationStatus,
  quantity: number,
): StockMovement {
  if (!Number.isSafeInteger(quantity) || quantity < 1) throw new RangeError(`Not a quantity: ${quantity}`);
  const before = shape[from === null ? 'released' : stockEffect[from]];
  const after = shape[stockEffect[to]];
  return {
    onHand: (after.onHand - before.onHand) * quantity,
    held: (after.held - before.held) * quantity,
  };
}

/** The ledger's reason for a status change; null if nothing moves and no row is written. */
export function reasonBetween(from: ReservationStatus | null, to: ReservationStatus): LedgerReason | null {
  const before = from === null ? 'released' : stockEffect[from];
  const after = stockEffect[to];
  if (before === after) return null;
  if (before === 'sold') return 'adjustment';
  return after === 'sold' ? 'sale' : after === 'holds' ? 'hold' : 'release';
}
