/** What a customer adds to an order for the people who pack it and hand it over. */
import type { OrderStatus } from '#kernel/statuses.ts';

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

/** Customers change their note until packing begins: staff have read it by then. */
export const mayCustomerChangeNote = (status: OrderStatus): boolean =>
  status === 'pending' || status === 'confirmed';

/** Each change is a line of the order's history; a customer who needs more calls the store. */
export const MOST_NOTE_CHANGES = 20;
