/** Defines an order: its states, their labels and colors, and who may end it (specification section 4). */
import { Temporal } from 'temporal-polyfill';
import type { Id } from '#kernel/ids.ts';
import { defineMachine } from '#kernel/state-machine.ts';
import type { OrderStatus, PaymentStatus } from '#kernel/statuses.ts';

export type OrderId = Id<'order'>;

/** Whether the order's status is final. */
export function hasEnded(status: OrderStatus): boolean {
  return orderMachine.transitions[status].length === 0;
}

/** Which status may follow which, the usual one first. Nothing follows the last three. */
export const orderMachine = defineMachine<OrderStatus>({
  // An order that staff make from a reservation starts confirmed.
  initial: ['pending', 'confirmed'],
  transitions: {
    pending: ['confirmed', 'cancelled', 'no_show'],
    confirmed: ['packing', 'ready', 'cancelled', 'no_show'],
    packing: ['ready', 'cancelled', 'no_show'],
    ready: ['completed', 'cancelled', 'no_show'],
    completed: [],
    cancelled: [],
    no_show: [],
  },
});

/**
 * The step that staff usually take next; null for an order that has ended. Staff need not mark the packing:
 * an order that is marked ready has been packed.
 */
export function usualStep(from: OrderStatus): OrderStatus | null {
  return orderMachine.transitions[from].find((to) => to !== 'packing') ?? null;
}

/** Whether every unit must be in a lot on sale: the customer is asked to come, or takes the units home. */
export function needsEveryUnit(to: OrderStatus): boolean {
  return to === 'ready' || to === 'completed';
}

/** Units of an order that keep it from being ready. */
export type UnreadyUnits = {
  /** That no lot on sale has: staff replace or reduce them. */
  missing: number;
  /** That came into an order after it was marked ready: staff pack them. 0 for any other order. */
  toPack: number;
};

/** The status to show: an order that was marked ready, and lacks or got units since, is back in packing. */
export function shownStatus(status: OrderStatus, { missing, toPack }: UnreadyUnits): OrderStatus {
  return status === 'ready' && missing + toPack > 0 ? 'packing' : status;
}

/** Whether the order is in a bag, or going into one: its units stay the ones they are. */
export function hasBag(status: OrderStatus): boolean {
  return status === 'packing' || status === 'ready';
}

/**
 * Canceled orders and no-shows earn no money. Every other order counts as a sale from the moment it is placed
 * (docs/decisions/0029).
 */
export const lostStatuses: readonly OrderStatus[] = ['cancelled', 'no_show'];

/** The usual course of an order: from each status the usual next one. */
export const orderCourse: readonly OrderStatus[] = usualCourse('pending');

function usualCourse(from: OrderStatus): OrderStatus[] {
  const [next] = orderMachine.transitions[from];
  return next === undefined ? [from] : [from, ...usualCourse(next)];
}

/** Payment is cash at the counter; a refund follows a payment. */
export const paymentMachine = defineMachine<PaymentStatus>({
  initial: ['pay_on_pickup', 'pending'],
  transitions: { pay_on_pickup: ['paid'], pending: ['paid'], paid: ['refunded'], refunded: [] },
});

/** Whether money was taken, refunded since or not. */
export function isPaid(status: PaymentStatus): boolean {
  return status === 'paid' || status === 'refunded';
}

/** Labels for staff. A placed order is 'Reserved', because that is what has happened. */
export const orderStatusLabel: Readonly<Record<OrderStatus, string>> = {
  pending: 'Reserved',
  confirmed: 'Confirmed',
  packing: 'Packing',
  ready: 'Ready for pickup',
  completed: 'Completed',
  cancelled: 'Canceled',
  no_show: 'Not picked up',
};

/**
 * Labels for customers. The success page says that a placed order 'has been confirmed', so the later step by
 * staff has a different label.
 */
export const customerStatusLabel: Readonly<Record<OrderStatus, string>> = {
  ...orderStatusLabel,
  confirmed: 'Accepted by the farm',
};

/** The labels of the buttons that move an order to a status. */
export const orderStatusVerb: Readonly<Record<OrderStatus, string>> = {
  pending: 'Reserve',
  confirmed: 'Confirm',
  packing: 'Start packing',
  ready: 'Mark ready for pickup',
  completed: 'Hand over',
  cancelled: 'Cancel order',
  no_show: 'Mark as not picked up',
};

/** Labels for staff and customers. */
export const paymentStatusLabel: Readonly<Record<PaymentStatus, string>> = {
  pay_on_pickup: 'Pay on pickup',
  pending: 'Payment pending',
  paid: 'Paid',
  refunded: 'Refunded',
};

/** A status badge's color (specification section 4); a yellow with a number says how far something under way is. */
export type StatusTone = 'green' | 'red' | 'yellow' | `yellow-${1 | 2 | 3 | 4}`;

/** Completed is green, canceled red, anything else yellow. */
export const orderTones: Readonly<Record<OrderStatus, StatusTone>> = {
  pending: 'yellow-1',
  confirmed: 'yellow-2',
  packing: 'yellow-3',
  ready: 'yellow-4',
  completed: 'green',
  cancelled: 'red',
  no_show: 'yellow',
};

/** Paid is green, refunded red, anything else yellow. */
export function paymentStatusTone(status: PaymentStatus): StatusTone {
  return status === 'paid' ? 'green' : status === 'refunded' ? 'red' : 'yellow';
}

/**
 * The badge of a payment; a paid order of which a part was refunded says so.
 * @param refunded cents refunded so far
 */
export function paymentBadge(status: PaymentStatus, refunded: number): { label: string; tone: StatusTone } {
  const isPart = status === 'paid' && refunded > 0;
  return isPart
    ? { label: 'Partly refunded', tone: 'yellow' }
    : { label: paymentStatusLabel[status], tone: paymentStatusTone(status) };
}

/** Whether an order can be marked as not picked up: its pickup time is over. One without a time has none to wait for. */
export function wasMissed(pickupEndsAt: Temporal.Instant | null, now: Temporal.Instant): boolean {
  return pickupEndsAt === null || Temporal.Instant.compare(pickupEndsAt, now) <= 0;
}

/** The facts that decide whether a customer may still cancel; `pickupStartsAt` is null if no time is chosen. */
export type CancellableOrder = {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  pickupStartsAt: Temporal.Instant | null;
};

/**
 * Customers can cancel their own order until it is packed or paid, or its pickup time has come; after that
 * they call the store.
 */
export function mayCustomerCancel(order: CancellableOrder, now: Temporal.Instant): boolean {
  const untouched = order.status === 'pending' || order.status === 'confirmed';
  const unpaid = order.paymentStatus === 'pay_on_pickup' || order.paymentStatus === 'pending';
  const ahead = order.pickupStartsAt === null || Temporal.Instant.compare(now, order.pickupStartsAt) < 0;
  return untouched && unpaid && ahead;
}

/** Customers can change the items of their own order for as long as they can cancel it. */
export function mayCustomerChangeItems(order: CancellableOrder, now: Temporal.Instant): boolean {
  return mayCustomerCancel(order, now);
}

/**
 * Customers can move their own order's pickup until it is packed or its time has come; an order without a
 * time gets one. A packed order is ready for its time: a customer who comes later gives notice or calls the
 * store.
 */
export function mayCustomerMove(
  { status, pickupStartsAt }: Pick<CancellableOrder, 'status' | 'pickupStartsAt'>,
  now: Temporal.Instant,
): boolean {
  const untouched = status === 'pending' || status === 'confirmed';
  return untouched && (pickupStartsAt === null || Temporal.Instant.compare(now, pickupStartsAt) < 0);
}

/**
 * The customer, the office and the counter change who picks an order up until its hand-over, where that person's ID is
 * checked. A walk-in is handed over to the person whose ID was checked before.
 */
export function mayChangePickupName({
  status,
  isWalkIn,
}: {
  status: OrderStatus;
  isWalkIn: boolean;
}): boolean {
  return !hasEnded(status) && !isWalkIn;
}

/**
 * Who took a completed order home: the other adult that it names, otherwise the customer. null for any other order, and for a
 * walk-in, whose name we do not store.
 */
export function pickedUpBy({
  status,
  isWalkIn,
  pickupName,
  userName,
}: {
  status: OrderStatus;
  isWalkIn: boolean;
  pickupName: string | null;
  userName: string;
}): string | null {
  return status === 'completed' && !isWalkIn ? (pickupName ?? userName) : null;
}

/** A future pickup can be added to a calendar, a canceled one removed; past ones need neither. */
export function calendarOf(
  { status, pickupStartsAt }: Pick<CancellableOrder, 'status' | 'pickupStartsAt'>,
  now: Temporal.Instant,
): 'add' | 'remove' | null {
  if (pickupStartsAt === null) return null;
  if (!hasEnded(status)) return 'add';
  const ahead = Temporal.Instant.compare(now, pickupStartsAt) < 0;
  return status === 'cancelled' && ahead ? 'remove' : null;
}

/** 'ORD' and at least three digits: ORD001, ORD999, ORD1000. Throws RangeError unless whole and positive. */
export function formatOrderNumber(number: number): string {
  if (!Number.isSafeInteger(number) || number < 1) throw new RangeError(`Not an order number: ${number}`);
  return `ORD${number.toString().padStart(3, '0')}`;
}

/** Whether a text from outside can be an order number; if not, the database is not queried. */
export function isOrderNumber(text: string): boolean {
  return /^ORD\d{3,10}$/.test(text);
}
