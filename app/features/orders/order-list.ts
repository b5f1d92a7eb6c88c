/** Order Management's list: its filters, sorts and what a row shows (specification section 2, 'Admin screens'). */

import { choiceFilter, dateFilter, defineList, type ListState, textFilter } from '#kernel/list-state.ts';
import {
  orderMachine,
  orderStatusLabel,
  paymentMachine,
  paymentStatusLabel,
  type StatusTone,
} from './order.ts';

export const orderList = defineList({
  name: 'orders',
  filters: {
    email: textFilter('Email'),
    find: textFilter('Order # or pass'),
    status: choiceFilter(
      'Status',
      orderMachine.states.map((value) => ({ value, label: orderStatusLabel[value] })),
    ),
    payment: choiceFilter(
      'Payment',
      paymentMachine.states.map((value) => ({ value, label: paymentStatusLabel[value] })),
    ),
    pickup: dateFilter('Pickup day'),
  },
  sorts: { created: 'Created', total: 'Total' },
  defaultSort: '-created',
});

export type OrderListState = ListState<
  'find' | 'email' | 'status' | 'payment' | 'pickup',
  'created' | 'total'
>;

/** A row of the list; money in cents, times in words of the store's zone. */
export type OrderRow = {
  id: string;
  /** 'ORD042' */
  number: string;
  created: string;
  email: string;
  customer: string;
  pickup: string | null;
  total: number;
  status: { label: string; tone: StatusTone };
  payment: { label: string; tone: StatusTone };
};
