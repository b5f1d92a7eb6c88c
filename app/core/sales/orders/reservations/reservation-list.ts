/** Defines Pickup Reservations' list: its filters and its cards (specification section 2, 'Admin screens'). */
import { choiceFilter, dateFilter, defineList, type ListState, textFilter } from '#kernel/list-state.ts';
import { type ReservationStatus, reservationStatuses } from '#kernel/statuses.ts';
import type { StatusTone } from '../order.ts';
import { reservationStatusLabel } from './reservation-status.ts';

/** Specification section 9. */
export const RESERVATIONS_ON_A_PAGE = 10;

export const reservationList = defineList({
  name: 'pickup-reservations',
  filters: {
    product: textFilter('Product'),
    date: dateFilter('Date reserved'),
    status: choiceFilter(
      'Status',
      reservationStatuses.map((value) => ({ value, label: reservationStatusLabel[value] })),
    ),
  },
  sorts: { created: 'Created' },
  defaultSort: '-created',
});

export type ReservationListState = ListState<'product' | 'date' | 'status', 'created'>;

/** What the newest paper of an order is: a stored receipt or order slip, or why there is none yet. */
export type StoredPaper = 'receipt' | 'slip' | 'failed' | 'waiting';

/** One reservation; times formatted in the store's zone. */
export type ReservationCard = {
  id: string;
  product: {
    id: number;
    name: string;
    image: string;
    /** The current price in cents. */
    price: number;
    strain: string | null;
    /** 'Batch B-1'; null if no lot covers it. */
    batch: string | null;
  };
  /** null while a sign-up holds it: its email is not confirmed yet. */
  customer: { id: string; name: string; email: string } | null;
  quantity: number;
  /** Units that no lot has. */
  missing: number;
  pickup: string | null;
  /** When the hold ends, for a reservation that waits for a pickup time. */
  heldUntil: string | null;
  created: string;
  status: { value: ReservationStatus; label: string; tone: StatusTone };
  /** Its order: the number, and the status of the requested receipt, if any. */
  order: { number: string; receipt: StoredPaper | null } | null;
};
