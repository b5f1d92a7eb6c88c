/** Formats an order for its customer: dates, words and colors, in the store's zone. */

import { Temporal } from 'temporal-polyfill';
import { isOfAge } from '#kernel/age.ts';
import { cents, formatCents } from '#kernel/money.ts';
import type { OrderStatus, PaymentStatus } from '#kernel/statuses.ts';
import {
  formatDate,
  formatDateTime,
  formatTime,
  formatWeekday,
  instantOf,
  parseDate,
  relativeDay,
  storeDate,
} from '#kernel/time.ts';
import {
  customerStatusLabel,
  hasEnded,
  isPaid,
  lostStatuses,
  mayCustomerCancel,
  orderCourse,
  orderStatusLabel,
  orderTones,
  paymentBadge,
  pickedUpBy,
  type StatusTone,
  shownStatus,
} from './order.ts';
import { roundingOfOrder } from './order-cash.ts';
import type { OrderNotes } from './order-notes.ts';
import { finalTaxName } from './receipts/receipt.ts';

/** What a customer may see of an order; money in cents. */
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
  /** Cents refunded so far, tax included. */
  refunded: number;
  /** What rounding added to its cash, less what it added to refunds, in cents. */
  cashRounding: number;
  /** Set if the order came from a reservation instead of a cart. */
  reservationId: string | null;
  /** Who ordered. */
  userName: string;
  isWalkIn: boolean;
  cancelledAt: Date | null;
  createdAt: Date;
} & OrderNotes;

export type OrderItemView = {
  productId: number;
  name: string;
  image: string;
  quantity: number;
  /** The price charged per unit. */
  unitPrice: number;
  /** Before the discount; equal to `unitPrice` if there was none. */
  listPrice: number;
  /** unitPrice × quantity, before tax. */
  amount: number;
  /** The amount the tax was computed on. */
  taxBase: number;
  /** Units that no lot on sale has; 0 for an order that has ended. */
  missing: number;
  /** Units in no bag: of a ready order, those that came in since. */
  unpacked: number;
  requiresId: boolean;
  /** 'Batch B-1'; null if no batch is held or was handed out. */
  batches: string | null;
  /** The pages of these batches' laboratory certificates, as far as they may be seen. */
  certificates: { batch: string; path: string }[];
};

export type StepState = 'done' | 'current' | 'ahead';
export type Step = { label: string; state: StepState };

/** Why the counter may not hand an order over: no birth date, or the customer is too young. */
export type AgeFlag = 'birth-date-missing' | 'under-age';

/** 'Saturday', 'Nov 7, 2026 2:00 PM' and '2:30 PM'. */
type PickupTime = { weekday: string; starts: string; ends: string | null };

export type OrderView = {
  orderId: string;
  /** The sentence its page begins with; null once nothing is left to do, and while units are missing. */
  lead: string | null;
  /** 'Nov 5, 2026' */
  placed: string;
  pickup: PickupTime | null;
  status: { label: string; tone: StatusTone };
  /** null if nothing was or will be paid, because the order was canceled or not picked up. */
  payment: { label: string; tone: StatusTone } | null;
  /** From placed to completed; null once the order has ended, because then its status says it all. */
  steps: Step[] | null;
  /** How the order ended if it was canceled or not picked up; otherwise null. */
  ended: string | null;
  /** '2 of Kestrel': units we currently cannot hand out; null if none are missing. */
  missing: string | null;
  /** Set only while the order can still be handed over. */
  ageFlag: AgeFlag | null;
  mayCancel: boolean;
  /** Whether anything can still happen to it. */
  isOpen: boolean;
  fromReservation: boolean;
  notes: OrderNotes;
  /** Who took a completed order home; null for any other. */
  pickedUpBy: string | null;
  items: OrderItemView[];
  subtotal: number;
  tax: number;
  taxParts: { name: string; amount: number }[];
  total: number;
  refunded: number;
  /** What rounding adds to its cash: to what is due while it is open, to what was paid after that. */
  cashRounding: number;
  isPaid: boolean;
};

const leads: Readonly<Partial<Record<OrderStatus, string>>> = {
  pending: 'Reserved.',
  confirmed: 'Accepted.',
  packing: 'We are packing it.',
  ready: 'Ready.',
};

/**
 * What a customer does next, as in 'Ready. Come today between 5:00 and 5:30 PM, $20.16 in cash.'; null if nothing.
 * @param status that the customer sees
 * @param cash cents due; null if it is paid
 */
export function leadOf(
  status: OrderStatus,
  pickup: { starts: Temporal.Instant; ends: Temporal.Instant | null } | null,
  cash: number | null,
  { zone, now }: { zone: string; now: Temporal.Instant },
): string | null {
  const state = leads[status];
  if (!state) return null;
  if (!pickup) return `${state} Choose a pickup time.`;
  const { starts, ends } = pickup;
  const day = relativeDay(storeDate(starts, zone), storeDate(now, zone)).replace(/^T/, 't');
  const time = ends ? `between ${timeSpan(starts, ends, zone)}` : `at ${formatTime(starts, zone)}`;
  if (Temporal.Instant.compare(ends ?? starts, now) <= 0) return `${state} Your pickup was ${day} ${time}.`;
  return `${state} Come ${day} ${time}${cash === null ? '' : `, ${formatCents(cents(cash))} in cash`}.`;
}

/** '5:00 and 5:30 PM', '11:30 AM and 12:00 PM' */
function timeSpan(starts: Temporal.Instant, ends: Temporal.Instant, zone: string): string {
  const [from, to] = [formatTime(starts, zone), formatTime(ends, zone)];
  const half = to.slice(to.indexOf(' '));
  return `${from.endsWith(half) ? from.slice(0, -half.length) : from} and ${to}`;
}

/** For an order that will not be picked up anymore. */
export function pickupWas({ weekday, starts, ends }: PickupTime): string {
  return `Its pickup was set for ${weekday}, ${starts}${ends ? ` – ${ends}` : ''}.`;
}

/** Five labels side by side must fit a phone. */
const shortLabels = { ready: 'Ready' };
const customerStepLabel = { ...customerStatusLabel, ...shortLabels, confirmed: 'Accepted' };
export const staffStepLabel = { ...orderStatusLabel, ...shortLabels };

/** The order's steps, done, current and ahead; null if it was canceled or not picked up. */
export function stepsOf(
  status: OrderStatus,
  labels: Readonly<Record<OrderStatus, string>> = customerStepLabel,
): Step[] | null {
  const at = orderCourse.indexOf(status);
  if (at === -1) return null;
  return orderCourse.map((step, index) => ({
    label: labels[step],
    // Reaching the last step completes it, because none follows.
    state:
      index < at || (index === at && status === 'completed') ? 'done' : index === at ? 'current' : 'ahead',
  }));
}

/** Flags an order that contains a requires-ID item without a customer known to be of age (specification section 5). */
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

/** The order as its customer sees it now. */
export function orderView(
  order: OrderRecord,
  items: OrderItemView[],
  {
    zone,
    now,
    minimumAge,
    roundsCash,
  }: { zone: string; now: Temporal.Instant; minimumAge: number; roundsCash: boolean },
): OrderView {
  const pickupStartsAt = order.pickupStartsAt ? instantOf(order.pickupStartsAt) : null;
  const missing = hasEnded(order.status) ? null : missingOf(items);
  const shown = shownStatus(order.status, {
    missing: sumOf(items, 'missing'),
    toPack: sumOf(items, 'unpacked'),
  });
  const cashRounding = roundingOfOrder(order, roundsCash);
  const isPaidFor = isPaid(order.paymentStatus);
  return {
    orderId: order.orderId,
    lead:
      missing === null
        ? leadOf(
            shown,
            pickupStartsAt && {
              starts: pickupStartsAt,
              ends: order.pickupEndsAt && instantOf(order.pickupEndsAt),
            },
            isPaidFor ? null : order.total - order.refunded + cashRounding,
            { zone, now },
          )
        : null,
    placed: formatDate(storeDate(instantOf(order.createdAt), zone)),
    pickup: pickupStartsAt && {
      weekday: formatWeekday(storeDate(pickupStartsAt, zone)),
      starts: formatDateTime(pickupStartsAt, zone),
      ends: order.pickupEndsAt ? formatTime(instantOf(order.pickupEndsAt), zone) : null,
    },
    status:
      shown !== order.status && missing !== null
        ? { label: 'Not ready yet', tone: 'red' }
        : { label: customerStatusLabel[shown], tone: orderTones[shown] },
    payment: isMoot(order) ? null : paymentBadge(order.paymentStatus, order.refunded),
    steps: hasEnded(order.status) ? null : stepsOf(shown),
    ended: endOf(order, zone),
    missing,
    ageFlag: hasEnded(order.status)
      ? null
      : ageFlagOf(items, order.birthDate, storeDate(now, zone), minimumAge),
    mayCancel: mayCustomerCancel(
      { status: order.status, paymentStatus: order.paymentStatus, pickupStartsAt },
      now,
    ),
    isOpen: !hasEnded(order.status),
    fromReservation: order.reservationId !== null,
    notes: { customerNote: order.customerNote, pickupName: order.pickupName },
    pickedUpBy: pickedUpBy(order),
    items,
    subtotal: order.subtotal,
    tax: order.tax,
    taxParts: order.taxParts.map(({ name, amount }) => ({
      name: order.status === 'completed' ? finalTaxName(name) : name,
      amount,
    })),
    total: order.total,
    refunded: order.refunded,
    cashRounding,
    isPaid: isPaidFor,
  };
}

const sumOf = (items: readonly OrderItemView[], units: 'missing' | 'unpacked'): number =>
  items.reduce((sum, item) => sum + item[units], 0);

function missingOf(items: readonly OrderItemView[]): string | null {
  const short = items.filter(({ missing }) => missing > 0);
  return short.length === 0 ? null : short.map(({ missing, name }) => `${missing} of ${name}`).join(', ');
}

/** What stands where an order has no pickup time. What goes out in an exchange leaves at once. */
export const noPickup = ({ isOpen }: Pick<OrderView, 'isOpen'>): string =>
  isOpen ? 'No time chosen yet' : 'At the counter';

function endOf(order: OrderRecord, zone: string): string | null {
  if (order.status === 'no_show')
    return 'This order was not picked up, and its items went back on the shelf.';
  if (order.status !== 'cancelled') return null;
  const when = order.cancelledAt ? ` ${formatDateTime(instantOf(order.cancelledAt), zone)}` : '';
  const rest = isMoot(order) ? ', and there is nothing to pay' : '';
  return `Canceled${when}. Nothing is held for you${rest}.`;
}

/** Whether it will never be paid. */
function isMoot({ status, paymentStatus }: OrderRecord): boolean {
  return lostStatuses.includes(status) && (paymentStatus === 'pay_on_pickup' || paymentStatus === 'pending');
}

/** @param missing as in '1 of Kestrel'. The total does not change until staff edit the order. */
export const missingWords = (missing: string) =>
  `We no longer have ${missing}. The total still includes it. We will replace it or take it off your order before pickup, so you pay only for what you get. We will contact you, or call us to choose something else.`;
