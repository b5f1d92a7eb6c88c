/** Builds an order's timeline, as staff and its customer read it. */

import { type DomainEvent, eventSchema } from '#core/ground/events/event.ts';
import { pickupLabel } from '#core/sales/line/line.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { orderStatusEvents, orderStatuses } from '#kernel/statuses.ts';
import { formatDateTime, formatTime, instantOf } from '#kernel/time.ts';
import { putOffWords } from './hand-over/put-off.ts';
import { customerStatusLabel, orderStatusLabel } from './order.ts';

/** `detail` as in 'to Nov 28, 2026 2:00 PM'. */
export type OrderMoment = { label: string; at: string; detail?: string };

type Words = Readonly<Record<string, string | null>>;

type OrderEvent = Extract<DomainEvent, { orderId: string }>['kind'];
type StatusEvent = (typeof orderStatusEvents)[keyof typeof orderStatusEvents];

/** Staff's words for all other events of an order; null if the event is not shown. */
const otherWords: Readonly<Record<Exclude<OrderEvent, StatusEvent>, string | null>> = {
  // 'Packing', of the same moment, says it.
  'order-not-ready': null,
  'order-changed': 'Changed',
  'order-price-lowered': 'Wrong price lowered',
  'order-cash-owed': 'Customer notified: refund at the next visit',
  'order-items-changed': 'Items changed by the customer',
  'order-moved': 'Moved by the customer',
  'order-running-late': 'Running late',
  'order-put-off': 'Not taken yet',
  'order-pickup-missed': 'Customer reminded: pickup time over',
  'order-note-changed': 'Note changed',
  'order-pickup-name-changed': 'Pickup name changed',
  'order-refunded': 'Refunded',
  'order-short': 'Units missing',
  'order-complete-again': 'Units complete again',
  'order-mail-requested': null,
  'receipt-requested': null,
  'receipt-link-requested': null,
};

/** By kind of event; a missing kind is not shown. */
const staffWords: Words = {
  ...Object.fromEntries(
    orderStatuses
      // The order's own first moment already says that it was placed.
      .filter((status) => status !== 'pending')
      .map((status) => [orderStatusEvents[status], orderStatusLabel[status]]),
  ),
  ...otherWords,
};

/** Staff's words for a kind of event; 'Changed' for one that a timeline does not show. */
export function eventWords(kind: string | null): string {
  return (kind === null ? null : staffWords[kind]) ?? 'Changed';
}

export const customerWords: Words = {
  ...staffWords,
  'order-confirmed': customerStatusLabel.confirmed,
  'order-changed': 'Changed by the store',
  'order-price-lowered': 'A wrong price was lowered',
  'order-cash-owed': 'Refund at your next visit',
  'order-items-changed': 'Items changed',
  'order-moved': 'Pickup moved',
  'order-running-late': 'You said you are running late',
  'order-put-off': 'You were here and come again',
  'order-pickup-missed': 'Pickup time over',
  'order-short': 'Something is missing',
  'order-complete-again': 'Complete again',
};

/**
 * Builds the timeline from the order's own times and its events, oldest first. Orders from before events
 * existed show at least when they were placed and when they ended.
 */
export function timelineOf(
  order: {
    createdAt: Date;
    completedAt: Date | null;
    cancelledAt: Date | null;
    arrivedAt?: Date | null;
    arrivalNumber?: number | null;
  },
  events: readonly { kind: string; at: Date; payload?: unknown }[],
  zone: string,
  words: Words = staffWords,
): OrderMoment[] {
  const moments: { label: string; at: Date; detail?: string }[] = events.flatMap(({ kind, at, payload }) =>
    words[kind] ? [{ label: words[kind], at, ...detailOf(payload, zone) }] : [],
  );
  const has = (label: string) => moments.some((moment) => moment.label === label);
  if (order.completedAt && !has(orderStatusLabel.completed))
    moments.push({ label: orderStatusLabel.completed, at: order.completedAt });
  if (order.cancelledAt && !has(orderStatusLabel.cancelled))
    moments.push({ label: orderStatusLabel.cancelled, at: order.cancelledAt });
  if (order.arrivedAt) {
    const detail = order.arrivalNumber
      ? { detail: `number ${pickupLabel(order.arrivalNumber)} in the line` }
      : {};
    moments.push({ label: 'At the store', at: order.arrivedAt, ...detail });
  }
  moments.sort((one, other) => one.at.getTime() - other.at.getTime());
  return [{ label: orderStatusLabel.pending, at: order.createdAt }, ...moments].map(({ at, ...moment }) => ({
    ...moment,
    at: formatDateTime(instantOf(at), zone),
  }));
}

/** Details that are stored only in the event. */
function detailOf(payload: unknown, zone: string): { detail?: string } {
  const parsed = eventSchema.safeParse(payload);
  if (!parsed.success) return {};
  const event = parsed.data;
  if (event.kind === 'order-items-changed')
    return { detail: `– ${event.changes.map(changedLine).join(', ')}` };
  if (event.kind === 'order-moved')
    return { detail: `to ${formatDateTime(instantOf(new Date(event.to)), zone)}` };
  if (event.kind === 'order-running-late')
    return { detail: `around ${formatTime(instantOf(new Date(event.around)), zone)}` };
  if (event.kind === 'order-put-off') return { detail: `– ${putOffWords[event.why].toLowerCase()}` };
  if (event.kind === 'order-refunded') return { detail: `${formatCents(cents(event.amount))} in cash` };
  return {};
}

function changedLine({ name, from, to }: { name: string; from: number; to: number }): string {
  if (to === 0) return `${name} removed`;
  return from === 0 ? `${to} × ${name} added` : `${to} × ${name} instead of ${from}`;
}
