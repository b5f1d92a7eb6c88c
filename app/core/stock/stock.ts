/** Stock: why it changes, and what the shop says of it. What reservations do to it: orders/reservation.ts. */

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
  | 'quarantine'
  | 'recall'
  | 'expiry'
  | 'clearance'
  | 'transfer';

/** Change of a product's two counts, in units. `available` changes by onHand − held. */
export type StockMovement = { onHand: number; held: number };

/** From this many units down, shoppers read how many are left. */
export const FEW_LEFT = 5;

/**
 * How many units a list can count on, where it says that `available` can be had: while there are more than a few, what
 * is sold or received is not announced to lists that are kept, so the number may be an old one. Cart and checkout read
 * it anew and say what is left.
 */
export function unitsKnown(available: number): number {
  return available > FEW_LEFT ? Number.MAX_SAFE_INTEGER : available;
}

export type AvailabilityLabel = 'In stock' | `Only ${number} left` | 'Sold out';

/** What the shop shows and sells: on hand − held, never below zero, and its words. */
export function availability(onHand: number, held: number): { available: number; label: AvailabilityLabel } {
  const available = Math.max(0, onHand - held);
  if (available === 0) return { available, label: 'Sold out' };
  return { available, label: available <= FEW_LEFT ? `Only ${available} left` : 'In stock' };
}
