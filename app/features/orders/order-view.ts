/** An order as its customer sees it: dates, words and colours made ready in the store's zone. */

import type { Temporal } from 'temporal-polyfill';
import { isOfAge } from '#kernel/age.ts';
import type { OrderStatus, PaymentStatus } from '#kernel/statuses.ts';
import { formatDate, formatDateTime, formatTime, instantOf, parseDate, storeDate } from '#kernel/time.ts';
import {
  hasEnded,
  mayCustomerCancel,
  orderCourse,
  orderStatusLabel,
  orderStatusTone,
  paymentStatusLabel,
  paymentStatusTone,
  type StatusTone,
} from './order.ts';

/** What a customer may know of an order; money in cents. */
export type OrderRecord = {
  orderId: string;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  pickupStartsAt: Date | null;
  pickupEndsAt: Date | null;
  /** yyyy-mm-dd */
  birthDate: string | null;
  subtotal: number;
  tax: number;
  taxParts: readonly { name: string; amount: number }[];
  total: number;
  /** Set when the order grew out of a reservation instead of a cart. */
  reservationId: string | null;
  cancelledAt: Date | null;
  createdAt: Date;
};

export type OrderItemView = {
  productId: number;
  name: string;
  image: string;
  quantity: number;
  /** What one was charged at. */
  unitPrice: number;
  /** Before the discount; the same where there was none. */
  listPrice: number;
  /** unitPrice × quantity, before tax. */
  amount: number;
  /** What the tax was computed on. */
  taxBase: number;
  requiresId: boolean;
  /** 'Batch B-1'; null where none is held or was handed out. */
  batches: string | null;
};

export type StepState = 'done' | 'current' | 'ahead';
export type Step = { label: string; state: StepState };

/** Why the counter may not hand an order over: the birth date is missing, or says too young. */
export type AgeFlag = 'birth-date-missing' | 'under-age';

export type OrderView = {
  orderId: string;
  /** 'Nov 5, 2026' */
  placed: string;
  /** 'Nov 7, 2026 2:00 PM' and '2:30 PM'; null while no time is chosen. */
  pickup: { starts: string; ends: string | null } | null;
  status: { label: string; tone: StatusTone };
  payment: { label: string; tone: StatusTone };
  /** From placed to completed; null when the order has ended otherwise. */
  steps: Step[] | null;
  /** What became of an order that was not completed. */
  ended: string | null;
  ageFlag: AgeFlag | null;
  mayCancel: boolean;
  /** Whether anything can still happen to it. */
  isOpen: boolean;
  fromReservation: boolean;
  items: OrderItemView[];
  subtotal: number;
  tax: number;
  taxParts: { name: string; amount: number }[];
  total: number;
};

/** Five words side by side must fit a phone. */
const stepLabel: Partial<Record<OrderStatus, string>> = { ready: 'Ready' };

/** The way of an order, with what is behind it and where it is; null when it was cancelled or not fetched. */
export function stepsOf(status: OrderStatus): Step[] | null {
  const at = orderCourse.indexOf(status);
  if (at === -1) return null;
  return orderCourse.map((step, index) => ({
    label: stepLabel[step] ?? orderStatusLabel[step],
    // Nothing comes after the last step, so reaching it is having done it.
    state:
      index < at || (index === at && status === 'completed') ? 'done' : index === at ? 'current' : 'ahead',
  }));
}

/** Flagged when the order holds a requires-ID item and nobody of age is known behind it (specification section 5). */
export function ageFlagOf(
  items: readonly { requiresId: boolean }[],
  birthDate: string | null,
  today: Temporal.PlainDate,
  minimumAge: number,
): AgeFlag | null {
  if (!items.some((item) => item.requiresId)) return null;
  const birth = birthDate === null ? null : parseDate(birthDate);
  if (birth === null) return 'birth-date-missing';
  return isOfAge(birth, today, minimumAge) ? null : 'under-age';
}

/** The order as its customer sees it at a moment. */
export function orderView(
  order: OrderRecord,
  items: OrderItemView[],
  { zone, now, minimumAge }: { zone: string; now: Temporal.Instant; minimumAge: number },
): OrderView {
  const pickupStartsAt = order.pickupStartsAt ? instantOf(order.pickupStartsAt) : null;
  return {
    orderId: order.orderId,
    placed: formatDate(storeDate(instantOf(order.createdAt), zone)),
    pickup: pickupStartsAt && {
      starts: formatDateTime(pickupStartsAt, zone),
      ends: order.pickupEndsAt ? formatTime(instantOf(order.pickupEndsAt), zone) : null,
    },
    status: { label: orderStatusLabel[order.status], tone: orderStatusTone(order.status) },
    payment: {
      label: paymentStatusLabel[order.paymentStatus],
      tone: paymentStatusTone(order.paymentStatus),
    },
    steps: stepsOf(order.status),
    ended: endOf(order, zone),
    ageFlag: ageFlagOf(items, order.birthDate, storeDate(now, zone), minimumAge),
    mayCancel: mayCustomerCancel(
      { status: order.status, paymentStatus: order.paymentStatus, pickupStartsAt },
      now,
    ),
    isOpen: !hasEnded(order.status),
    fromReservation: order.reservationId !== null,
    items,
    subtotal: order.subtotal,
    tax: order.tax,
    taxParts: order.taxParts.map(({ name, amount }) => ({ name, amount })),
    total: order.total,
  };
}

function endOf(order: OrderRecord, zone: string): string | null {
  if (order.status === 'no_show')
    return 'This order was not picked up, and its items went back on the shelf.';
  if (order.status !== 'cancelled') return null;
  return order.cancelledAt
    ? `Cancelled ${formatDateTime(instantOf(order.cancelledAt), zone)}. Nothing is held for you.`
    : 'Cancelled. Nothing is held for you.';
}
