/**
 * Defines why stock changes and what the shop shows of it. orders/reservation.ts defines what reservations do
 * to it.
 */

/** Why a row of the stock ledger was written. */
export type LedgerReason =
  | 'received'
  | 'hold'
  | 'release'
  | 'sale'
  | 'return'
  | 'adjustment'
  | 'waste'
  | 'damaged'
  | 'sample'
  | 'theft'
  | 'count'
  | 'quarantine'
  | 'recall'
  | 'expiry'
  | 'clearance'
  | 'transfer';

/** Change in a product's two counts, in units. `available` changes by onHand − held. */
export type StockMovement = { onHand: number; held: number };

/** At or below this number of units, shoppers see how many are left. */
export const FEW_LEFT = 5;

/**
 * How many units a list can rely on when it shows `available`. Above FEW_LEFT, sales and receipts do not
 * invalidate cached lists, so the number may be old. The cart and checkout read the current number and show
 * what is left.
 */
export function unitsKnown(available: number): number {
  return available > FEW_LEFT ? Number.MAX_SAFE_INTEGER : available;
}

/**
 * What a page may tell of the units available: at most FEW_LEFT is a number that it shows, and more is one unit above.
 * Competitors could otherwise follow every sale.
 */
export function unitsShown(available: number): number {
  return Math.min(available, FEW_LEFT + 1);
}

/**
 * What a shopper who wants so many units may know: the number left if the shop shows it, otherwise whether there are
 * enough. Not enough is answered with the next round number below, 5, 10, 20, 50 …, so that the cart can offer it.
 */
export function unitsFor(wanted: number, available: number): number {
  if (available <= FEW_LEFT || wanted <= available) return unitsKnown(available);
  let round = FEW_LEFT;
  for (let next = FEW_LEFT; next < available; next = roundAbove(next)) round = next;
  return round;
}

/** 5, 10, 20, 50, 100 … */
const roundAbove = (round: number) => (String(round).startsWith('2') ? round * 2.5 : round * 2);

/** 'Only 3 left'. `available` may be rounded (`unitsFor`), and then is not said. */
export function leftWords(available: number): string {
  return available <= FEW_LEFT ? `Only ${available} left` : 'Not that many are left';
}

export type AvailabilityLabel = 'In stock' | `Only ${number} left` | 'Sold out';

/** What the shop shows and sells: on hand − held, never below zero, and its label. */
export function availability(onHand: number, held: number): { available: number; label: AvailabilityLabel } {
  const available = Math.max(0, onHand - held);
  if (available === 0) return { available, label: 'Sold out' };
  return { available, label: available <= FEW_LEFT ? `Only ${available} left` : 'In stock' };
}
