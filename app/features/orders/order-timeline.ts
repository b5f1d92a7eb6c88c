/** What happened to an order, moment by moment, as staff and its customer read it. */
import { orderStatusEvents, orderStatuses } from '#kernel/statuses.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { orderStatusLabel } from './order.ts';

export type OrderMoment = { label: string; at: string };

type Words = Readonly<Record<string, string>>;

/** By kind of event; a kind that is missing is no moment. */
export const staffWords: Words = {
  ...Object.fromEntries(
    orderStatuses
      // Being placed is the order's own first moment.
      .filter((status) => status !== 'pending')
      .map((status) => [orderStatusEvents[status], orderStatusLabel[status]]),
  ),
  'order-changed': 'Changed',
  'order-short': 'Units missing',
  'order-complete-again': 'Units complete again',
};

export const customerWords: Words = {
  ...staffWords,
  'order-changed': 'Changed by the store',
  'order-short': 'Something is missing',
  'order-complete-again': 'Complete again',
};

/**
 * From the order's own times and the events about it, oldest first. Orders from before there were events have at
 * least their beginning and their end.
 */
export function timelineOf(
  order: { createdAt: Date; completedAt: Date | null; cancelledAt: Date | null },
  events: readonly { kind: string; at: Date }[],
  zone: string,
  words: Words = staffWords,
): OrderMoment[] {
  const moments = events.flatMap(({ kind, at }) => (words[kind] ? [{ label: words[kind], at }] : []));
  const has = (label: string) => moments.some((moment) => moment.label === label);
  if (order.completedAt && !has(orderStatusLabel.completed))
    moments.push({ label: orderStatusLabel.completed, at: order.completedAt });
  if (order.cancelledAt && !has(orderStatusLabel.cancelled))
    moments.push({ label: orderStatusLabel.cancelled, at: order.cancelledAt });
  return [{ label: orderStatusLabel.pending, at: order.createdAt }, ...moments].map(({ label, at }) => ({
    label,
    at: formatDateTime(instantOf(at), zone),
  }));
}
