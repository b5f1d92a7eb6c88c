/**
 * Defines the title and sentence that customers read about a single reserved product; the same in the bell
 * and in the email.
 */
import { assertNever } from '#kernel/result.ts';
import type { ReservationStatus } from '#kernel/statuses.ts';
import { reservationNews } from './reservation-status.ts';

export type ReservationEvent =
  | 'made'
  | 'changed'
  | 'cancelled'
  | 'expiring'
  | 'expired'
  | 'short'
  | 'price-lowered'
  | 'complete-again';

/**
 * `heldUntil` as in 'Nov 28, 2026 2:00 PM', null if the hold does not end; `missing` counts units that no lot
 * has anymore.
 */
type ToldReservation = {
  productName: string;
  quantity: number;
  heldUntil: string | null;
  missing: number;
  status: ReservationStatus;
};

export function reservationWords(
  event: ReservationEvent,
  { productName, quantity, heldUntil, missing, status }: ToldReservation,
): { title: string; message: string } {
  const what = `${quantity} of ${productName}`;
  switch (event) {
    case 'made':
      return {
        title: 'Reserved for you',
        message: heldUntil
          ? `We hold ${what} until ${heldUntil}. Choose a pickup time before then.`
          : `We hold ${what} for you.`,
      };
    case 'changed':
      return reservationNews(status, what, heldUntil);
    case 'cancelled':
      return {
        title: 'Reservation canceled',
        message: `Your reservation of ${what} is canceled. You owe nothing.`,
      };
    case 'expiring':
      return {
        title: 'Your reservation ends soon',
        message: `We hold ${what} until ${heldUntil}. Choose a pickup time before then. If you do not, you owe nothing.`,
      };
    case 'expired':
      return {
        title: 'Reservation ended',
        message: `The time to choose a pickup for ${what} has passed, so we no longer hold it. You owe nothing.`,
      };
    case 'short':
      return {
        title: 'A reservation needs a change',
        message: `We can no longer hold ${missing} of ${productName} for you. You owe nothing for it. We will contact you, or call us to choose something else.`,
      };
    case 'price-lowered':
      return {
        title: 'Your reservation costs less now',
        message: `A price was wrong when you reserved ${what}. You pay the lower one. You do not need to do anything.`,
      };
    case 'complete-again':
      return {
        title: 'A reservation is complete again',
        message: `We still hold ${what} for you. You do not need to do anything.`,
      };
    default:
      return assertNever(event);
  }
}
