/** What a checkout asks for, and the texts by which two attempts are the same. */
import { createHash } from 'node:crypto';
import { areSameNotes, NO_NOTES, type OrderNotes } from '#core/sales/orders/order-notes.ts';
import { type CartLine, mergeLines, writeCart } from './cart.ts';
import { HELD } from './claim-idempotency-key.server.ts';

/** What the browser asks for. The server trusts none of it and decides from its own data. */
export type CheckoutInput = {
  /** UUID of this attempt; sent again, it returns the same order. */
  key: string;
  lines: readonly CartLine[];
  /** A pending reservation to turn into an order; if set, `lines` is ignored. */
  reservationId: string | null;
  /** More of them, of other products, for the same order and time. */
  withReservations?: readonly string[];
  /** Order what the customer's sign-up holds, for the time it holds; if set, `lines` and `slotStartsAt` are ignored. */
  fromSignUp?: boolean;
  /** ISO instant of the chosen slot. */
  slotStartsAt: string | null;
  /** yyyy-mm-dd as typed; used only while none is on file. */
  birthDate: string | null;
  /** The total the customer saw, in cents; if the total differs, the customer sees it before anything is reserved. */
  expectedTotal: number | null;
  /** The customer confirmed wanting the same items again. */
  again?: boolean;
  /** For staff; without them, what the sign-up holds with its items, or none. */
  notes?: OrderNotes;
};

/** Each once, whatever the order in which they are named. */
export const reservationsOf = ({ reservationId, withReservations = [] }: CheckoutInput): string[] =>
  reservationId === null ? [] : [...new Set([reservationId, ...withReservations])].toSorted();

/** Returns the same text for inputs with the same items; what the customer only saw is not part of the input. */
export function itemsOf(userId: string, input: CheckoutInput): string {
  if (input.fromSignUp) return `${HELD}sign-up ${userId}`;
  const lines = mergeLines(input.lines).toSorted((left, right) => left.productId - right.productId);
  const hash = createHash('sha256')
    .update(input.reservationId ? reservationsOf(input).join(' ') : writeCart(lines))
    .digest('base64url');
  return input.reservationId ? `${HELD}${hash}` : hash;
}

/** The time, and the notes as a hash: the key outlives an order's notes. */
export function restOf({ slotStartsAt, notes = NO_NOTES }: CheckoutInput): string {
  const slot = slotStartsAt ?? '';
  if (areSameNotes(notes, NO_NOTES)) return slot;
  const words = JSON.stringify([notes.customerNote, notes.pickupName]);
  return `${slot} ${createHash('sha256').update(words).digest('base64url')}`;
}

/** What a sign-up holds beside its items. */
export const notesOf = (place: OrderNotes | null | undefined): OrderNotes =>
  place ? { customerNote: place.customerNote, pickupName: place.pickupName } : NO_NOTES;
