/** What a customer adds to an order for the people who pack it and hand it over, and what refuses a change of it. */
import { assertNever } from '#kernel/result.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import { customerStatusLabel } from './order.ts';

export type OrderNotes = {
  /** For staff, on one line or several; null without a note. */
  customerNote: string | null;
  /**
   * The full name of the adult who picks the order up with their own ID; null if the customer does. The order still
   * counts toward the limits of the customer's account.
   */
  pickupName: string | null;
};

export const NO_NOTES: OrderNotes = { customerNote: null, pickupName: null };

/** Characters. */
export const LONGEST_CUSTOMER_NOTE = 300;
export const LONGEST_PICKUP_NAME = 120;

/** The fields of every form that asks for them. */
export type OrderNotesTyped = { customerNote: string; pickupName: string };

export const typedNotes = ({ customerNote, pickupName }: OrderNotes): OrderNotesTyped => ({
  customerNote: customerNote ?? '',
  pickupName: pickupName ?? '',
});

/** Whether anything is typed. */
export const isTyped = ({ customerNote, pickupName }: OrderNotesTyped): boolean =>
  customerNote !== '' || pickupName !== '';

export const areSameNotes = (one: OrderNotes, other: OrderNotes): boolean =>
  one.customerNote === other.customerNote && one.pickupName === other.pickupName;

/** Customers change their notes until packing begins: staff have read them by then. */
export const mayCustomerChangeNotes = (status: OrderStatus): boolean =>
  status === 'pending' || status === 'confirmed';

/** Each change is a line of the order's history; a customer who needs more calls the store. */
export const MOST_NOTE_CHANGES = 20;

export type OrderNotesProblem =
  | { kind: 'not-found' }
  | { kind: 'too-late'; status: OrderStatus }
  /** Saved elsewhere since the form was opened; `now` is what the order has. */
  | { kind: 'stale'; now: OrderNotes }
  | { kind: 'changed-often' };

export function orderNotesMessage(problem: OrderNotesProblem): string {
  switch (problem.kind) {
    case 'not-found':
      return 'Order not found.';
    case 'too-late':
      return `This order is ‘${customerStatusLabel[problem.status]}’, so its note and who picks it up can no longer be changed here. Please call us.`;
    case 'stale':
      return `This has changed since you opened the page. ${notesSentence(problem.now)} Check it, then save again.`;
    case 'changed-often':
      return 'The note has been changed too many times, so it can no longer be changed here. Please call us.';
    default:
      return assertNever(problem);
  }
}

function notesSentence({ customerNote, pickupName }: OrderNotes): string {
  const note = customerNote === null ? 'There is no note now.' : `The note is now “${customerNote}”.`;
  return `${note} ${pickupName === null ? 'You pick it up yourself.' : `${pickupName} picks it up.`}`;
}

/** Why staff cannot change who picks up an order. */
export type PickupNameProblem =
  | { kind: 'admin-only' }
  | { kind: 'not-found' }
  | { kind: 'ended' }
  | { kind: 'stale' };

export function pickupNameMessage({ kind }: PickupNameProblem): string {
  switch (kind) {
    case 'admin-only':
      return 'Admin access only';
    case 'not-found':
      return 'Order not found.';
    case 'ended':
      return 'This order has ended, so who picks it up can no longer be changed.';
    case 'stale':
      return 'Someone else saved changes. Review them first.';
    default:
      return assertNever(kind);
  }
}
