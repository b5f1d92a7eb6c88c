/** Defines Order Management's list: its filters, its sorts and its rows (specification section 2, 'Admin screens'). */

import {
  byLink,
  choiceFilter,
  dateFilter,
  defineList,
  inTabs,
  type ListState,
  textFilter,
} from '#kernel/list-state.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import {
  orderMachine,
  orderStatusLabel,
  paymentMachine,
  paymentStatusLabel,
  type StatusTone,
} from '../order.ts';

/** The tabs of the list. Each shows open orders by pickup time; without one the list shows every order. */
export const orderTabs = [
  { value: 'today', label: 'Today' },
  { value: 'tomorrow', label: 'Tomorrow' },
  { value: 'pack', label: 'To pack' },
  { value: 'ready', label: 'Ready' },
  { value: 'late', label: 'Late' },
  { value: 'missing', label: 'Units missing' },
] as const;
export type OrderTab = (typeof orderTabs)[number]['value'];

/** Status filter value: every order that counts as a sale. */
export const COUNTED = 'counted';

export const orderList = defineList({
  name: 'orders',
  filters: {
    tab: inTabs(choiceFilter('Work', orderTabs)),
    find: textFilter('Search orders', 'Name, phone, order #, batch …'),
    status: choiceFilter('Status', [
      ...orderMachine.states.map((value) => ({ value: value as string, label: orderStatusLabel[value] })),
      { value: COUNTED, label: 'Counted as sales' },
    ]),
    payment: choiceFilter(
      'Payment',
      paymentMachine.states.map((value) => ({ value, label: paymentStatusLabel[value] })),
    ),
    pickup: dateFilter('Pickup day'),
    // Filters that links from customers and from Order Analytics set.
    email: byLink(textFilter('Email')),
    from: byLink(dateFilter('Placed from')),
    to: byLink(dateFilter('Placed to')),
    type: byLink(textFilter('Product type')),
    category: byLink(textFilter('Category')),
    product: byLink(textFilter('Product #')),
    lot: byLink(textFilter('Lot #')),
    customer: byLink(
      choiceFilter('Customer', [
        { value: 'new', label: 'First order' },
        { value: 'returning', label: 'Ordered before, or walk-in' },
      ]),
    ),
  },
  sorts: { created: 'Created', pickup: 'Pickup', total: 'Total' },
  defaultSort: '-created',
});

export type OrderListState = ListState<
  | 'tab'
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
  | 'lot'
  | 'customer',
  'created' | 'pickup' | 'total'
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
  /** Cents refunded so far, tax included. */
  refunded: number;
  /** Whether any of its units are in no lot on sale. */
  isShort: boolean;
  /** Whether it got units after it was marked ready. */
  isToPack: boolean;
  /** Units in its bag are no longer its own. */
  mustTakeOut: boolean;
  /** Whether it is open and its pickup time is outside the posted hours. */
  isOutside: boolean;
  /** The usual next step; null for an order that has ended. */
  next: OrderStatus | null;
  /** Whether staff may mark that its packing has started. */
  mayPack: boolean;
  version: number;
  status: { label: string; tone: StatusTone };
  payment: { label: string; tone: StatusTone };
};
