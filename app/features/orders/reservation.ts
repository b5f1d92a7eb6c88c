/** A reservation: one product line held for one customer for a pickup time (specification section 4). */
import type { Id } from '#kernel/ids.ts';

export type ReservationId = Id<'reservation'>;

/**
 * Checkout makes `reserved`, the product page `pending`. Staff may choose any status at any time; what
 * happens to the stock follows from the status alone (inventory/stock.ts).
 */
export type ReservationStatus =
  | 'pending'
  | 'reserved'
  | 'submitted'
  | 'confirmed'
  | 'fulfilled'
  | 'cancelled';

/** In the order in which a reservation usually passes through them; selectors list them so. */
export const reservationStatuses: readonly ReservationStatus[] = [
  'pending',
  'reserved',
  'submitted',
  'confirmed',
  'fulfilled',
  'cancelled',
];

/** What people read. */
export const reservationStatusLabel: Readonly<Record<ReservationStatus, string>> = {
  pending: 'Pending',
  reserved: 'Reserved',
  submitted: 'Submitted',
  confirmed: 'Confirmed',
  fulfilled: 'Fulfilled',
  cancelled: 'Cancelled',
};
