/** Pickup Reservations' list: its filters and what a card shows (specification section 2, 'Admin screens'). */
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

/** One reservation; times in words of the store's zone. */
export type ReservationCard = {
  id: string;
  product: {
    id: number;
    name: string;
    image: string;
    /** Cents, as of now. */
    price: number;
    strain: string | null;
    /** 'Batch B-1'; null where no lot is behind it. */
    batch: string | null;
  };
  customer: { id: string; name: string; email: string };
  quantity: number;
  /** Units that no lot has. */
  missing: number;
  pickup: string | null;
  /** Until when the units are held, of one that waits for a pickup time. */
  heldUntil: string | null;
  created: string;
  status: { value: ReservationStatus; label: string; tone: StatusTone };
  /** The order it belongs to: its number, and what became of the receipt that was asked for, if one was. */
  order: { number: string; receipt: 'stored' | 'failed' | 'waiting' | null } | null;
};
