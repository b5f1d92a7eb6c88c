/** Defines reservation statuses for staff: their labels, the refusals, and their messages (specification section 4). */
import { type AgeProblem, ageMessage } from '#core/sales/compliance/age-rule.ts';
import { type LimitProblem, limitMessageForStaff } from '#core/sales/compliance/purchase-limits.ts';
import { type Common, commonMessage } from '#kernel/problem.ts';
import { assertNever } from '#kernel/result.ts';
import type { ReservationStatus } from '#kernel/statuses.ts';
import type { StatusTone } from '../order.ts';
import { UNITS_MISSING } from '../order-status.ts';

/** Labels for staff and customers. */
export const reservationStatusLabel: Readonly<Record<ReservationStatus, string>> = {
  pending: 'Pending',
  reserved: 'Reserved',
  submitted: 'Submitted',
  confirmed: 'Confirmed',
  fulfilled: 'Fulfilled',
  cancelled: 'Canceled',
};

/** The same colors as orders: success is green, canceled red, anything else yellow. */
export function reservationStatusTone(status: ReservationStatus): StatusTone {
  return status === 'fulfilled' ? 'green' : status === 'cancelled' ? 'red' : 'yellow';
}

/** Shown to the customer under Your Orders while staff are working on it; a pending one shows when its hold ends. */
export const heldWords: Readonly<Partial<Record<ReservationStatus, string>>> = {
  reserved: 'Held for you. We will agree on a pickup time with you.',
  submitted: 'We are preparing your order.',
  confirmed: 'Confirmed. We will agree on a pickup time with you.',
};

/** The title and sentence after staff change the status; `what` as in '2 of Kestrel'. */
export function reservationNews(
  status: ReservationStatus,
  what: string,
  heldUntil: string | null,
): { title: string; message: string } {
  switch (status) {
    case 'pending':
      return {
        title: 'Your reservation needs a pickup time',
        message: heldUntil
          ? `We hold ${what} until ${heldUntil}. Choose a pickup time before then.`
          : `We hold ${what} for you. Choose a pickup time.`,
      };
    case 'reserved':
      return { title: 'Reserved for you', message: `We hold ${what}. We will agree on a pickup with you.` };
    case 'submitted':
      return {
        title: 'We are working on your reservation',
        message: `We are preparing your order of ${what}.`,
      };
    case 'confirmed':
      return {
        title: 'Your reservation is confirmed',
        message: `We hold ${what} and will agree on a pickup time with you.`,
      };
    case 'fulfilled':
      return { title: 'Reservation picked up', message: `You have picked up ${what}. Thank you.` };
    case 'cancelled':
      return {
        title: 'Reservation canceled',
        message: `Your reservation of ${what} is canceled. You owe nothing.`,
      };
    default:
      return assertNever(status);
  }
}

/** The statuses of what a sign-up holds: without an account nothing is ordered. */
export const statusesOfSignUp: readonly ReservationStatus[] = ['pending', 'cancelled'];

export type ReservationStatusProblem =
  | Common<'not-allowed' | 'not-found'>
  /** Someone else changed its status since the page loaded. */
  | { kind: 'stale'; status: ReservationStatus }
  /** It is held for a sign-up: it can only be canceled. */
  | { kind: 'email-not-confirmed' }
  /** Its order decides whether it waits, is handed over or ends. */
  | { kind: 'has-order'; orderId: string; to: ReservationStatus }
  /** The units it needs that no lot on sale has. */
  | { kind: 'not-available'; missing: number }
  /** It would hold units again for a customer who may not have them. */
  | { kind: 'banned' }
  | { kind: 'rejected' }
  | { kind: 'not-on-menu' }
  | { kind: 'age'; problem: AgeProblem }
  | { kind: 'over-limit'; problem: LimitProblem }
  /** Its units are no longer left of the offer that gave its price. */
  | { kind: 'over-offer'; words: string };

/** Starts with the specification's words (section 8), then says what to do. */
export function reservationStatusMessage(problem: ReservationStatusProblem): string {
  return `Failed to update status. ${reasonOf(problem)}`;
}

function reasonOf(problem: ReservationStatusProblem): string {
  switch (problem.kind) {
    case 'stale':
      return `Someone else set it to ‘${reservationStatusLabel[problem.status]}’. Review it first.`;
    case 'has-order':
      return ofOrder(problem.orderId, problem.to);
    case 'email-not-confirmed':
      return 'This person has not confirmed their email yet. You can only cancel the reservation.';
    case 'not-available':
      return `${UNITS_MISSING}: ${problem.missing}. Receive or release a lot of this product, or cancel the reservation.`;
    case 'banned':
      return 'This customer is banned, so nothing can be reserved for them.';
    case 'rejected':
      return 'This customer’s age was rejected, so items for adults cannot be reserved for them.';
    case 'not-on-menu':
      return 'This product is no longer on the menu.';
    case 'age':
      return ageMessage(problem.problem);
    case 'over-offer':
      return problem.words;
    case 'over-limit':
      return limitMessageForStaff(problem.problem);
    default:
      return commonMessage(problem, 'Reservation');
  }
}

function ofOrder(orderId: string, to: ReservationStatus): string {
  if (to === 'fulfilled') return `It belongs to ${orderId}: hand that order over, with ID check and payment.`;
  if (to === 'cancelled') return `It belongs to ${orderId}: cancel that order.`;
  if (to === 'pending') return `It belongs to ${orderId}, so it cannot be pending again.`;
  return `It belongs to ${orderId}, which has ended.`;
}

/**
 * The statuses to which a reservation with an order may move by itself, because the order does not change.
 * Only the order can hold, hand over or release its units.
 */
export const besideOrder: readonly ReservationStatus[] = ['reserved', 'submitted', 'confirmed'];
