/**
 * Stock follows from the status of reservations by rule: each status has one effect, and a change of status moves
 * stock by the difference between two effects. So no order of clicks can create or lose a unit.
 */
import type { ReservationStatus } from '#features/orders/reservation.ts';

/** What a reservation does to stock while it is in a status. */
export type StockEffect = 'holds' | 'sold' | 'released';

export const stockEffect: Readonly<Record<ReservationStatus, StockEffect>> = {
  pending: 'holds',
  reserved: 'holds',
  submitted: 'holds',
  confirmed: 'holds',
  fulfilled: 'sold',
  cancelled: 'released',
};

/** Why a row of the stock ledger was written. */
export type LedgerReason =
  | 'received'
  | 'hold'
  | 'release'
  | 'sale'
  | 'return'
  | 'adjustment'
  | 'waste'
  | 'count'
  | 'quarantine';

/** Change of a product's two counts, in units. `available` changes by onHand − held. */
export type StockMovement = { onHand: number; held: number };

const shape: Record<StockEffect, StockMovement> = {
  holds: { onHand: 0, held: 1 },
  sold: { onHand: -1, held: 0 },
  released: { onHand: 0, held: 0 },
};

/**
 * What a change of status moves; `null` is the reservation before it existed. A step that makes onHand − held
 * smaller needs that many available units and may be refused. A step out of `fulfilled` corrects a wrong
 * click and puts the units back; goods that come back over the counter are a return, which never goes on
 * sale again (new-york.md, 'Returns').
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

/** The ledger's reason for a change of status; null where nothing moves and no row is written. */
export function reasonBetween(from: ReservationStatus | null, to: ReservationStatus): LedgerReason | null {
  const before = from === null ? 'released' : stockEffect[from];
  const after = stockEffect[to];
  if (before === after) return null;
  if (before === 'sold') return 'adjustment';
  return after === 'sold' ? 'sale' : after === 'holds' ? 'hold' : 'release';
}

/** From this many units down, shoppers read how many are left. */
export const FEW_LEFT = 5;

export type AvailabilityLabel = 'In stock' | `Only ${number} left` | 'Sold out';

/** What the shop shows and sells: on hand − held, never below zero, and its words. */
export function availability(onHand: number, held: number): { available: number; label: AvailabilityLabel } {
  const available = Math.max(0, onHand - held);
  if (available === 0) return { available, label: 'Sold out' };
  return { available, label: available <= FEW_LEFT ? `Only ${available} left` : 'In stock' };
}
