/**
 * Remembers in this browser what a guest typed for the farm, until it is on an order: the hold may end, and 'Change
 * something' releases it.
 */
import { z } from 'zod';
import { areSameNotes, NO_NOTES, type OrderNotes } from '#core/sales/orders/order-notes.ts';
import { sealedCookie } from '#platform/secrets/sealed-cookie.ts';

/** As long as a cart is held by default. */
const MINUTES = 30;
const cookie = sealedCookie(
  'farmgate.notes',
  z.object({ customerNote: z.string().nullable(), pickupName: z.string().nullable() }),
  MINUTES,
);

/** Returns the Set-Cookie line. */
export const rememberNotes = (notes: OrderNotes): string =>
  areSameNotes(notes, NO_NOTES) ? cookie.clear() : cookie.write(notes);

export const notedHere = (request: Request): OrderNotes => cookie.read(request) ?? NO_NOTES;

/** The Set-Cookie line once an order has them. */
export const forgetNotes = (): string => cookie.clear();
