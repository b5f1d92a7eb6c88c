/** Defines Order Management's list: its filters, its sorts and its rows (specification section 2, 'Admin screens'). */

import {
  byLink,
  choiceFilter,
  dateFilter,
  defineList,
  type ListState,
  textFilter,
} from '#kernel/list-state.ts';
import {
  orderMachine,
  orderStatusLabel,
  paymentMachine,
  paymentStatusLabel,
  type StatusTone,
} from '../order.ts';

/** Status filter value: every order that counts as a sale. */
export const COUNTED = 'counted';

export const orderList = defineList({
  name: 'orders',
  filters: {
    email: textFilter('Email'),
    find: textFilter('Order # or pass'),
    status: choiceFilter('Status', [
      ...orderMachine.states.map((value) => ({ value: value as string, label: orderStatusLabel[value] })),
      { value: COUNTED, label: 'Counted as sales' },
    ]),
    payment: choiceFilter(
      'Payment',
      paymentMachine.states.map((value) => ({ value, label: paymentStatusLabel[value] })),
    ),
    pickup: dateFilter('Pickup day'),
    // Filters that links from Order Analytics set.
    from: byLink(dateFilter('Placed from')),
    to: byLink(dateFilter('Placed to')),
    type: byLink(textFilter('Product type')),
    category: byLink(textFilter('Category')),
    product: byLink(textFilter('Product #')),
    customer: byLink(
      choiceFilter('Customer', [
        { value: 'new', label: 'First order' },
        { value: 'returning', label: 'Ordered before' },
      ]),
    ),
  },
  sorts: { created: 'Created', total: 'Total' },
  defaultSort: '-created',
});

export type OrderListState = ListState<
  | 'find'
  | 'email'
  | 'status'
  | 'payment'
  | 'pickup'
  | 'from'
  | 'to'
  | 'type'
  | 'category'
  | 'product'
  | 'customer',
  'created' | 'total'
>;

/** A row of the list; money in cents, times formatted in the store's zone. */
export type OrderRow = {
  id: string;
  /** 'ORD042' */
  number: string;
  created: string;
  email: string;
  customer: string;
  /** The other adult who picks it up; null for the customer. */
  pickupName: string | null;
  /** Whether the customer wrote a note. */
  hasNote: boolean;
  pickup: string | null;
  /** Total over its lines. */
  units: number;
  total: number;
  /** Whether any of its units are in no lot on sale. */
  isShort: boolean;
  status: { label: string; tone: StatusTone };
  payment: { label: string; tone: StatusTone };
};
