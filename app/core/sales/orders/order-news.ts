/**
 * Defines the title and sentence that customers read when an order reaches a status; the same in the bell and
 * in the email.
 */
import type { OrderStatusEvent } from '#kernel/statuses.ts';
import { formatDateTime, formatTime, instantOf } from '#kernel/time.ts';

/** Packing concerns only the counter. */
export type ToldStatusEvent = Exclude<OrderStatusEvent, 'order-packing'>;

/** `pickup` as `pickupText` returns it; `cash` that is due or was paid, as in '$44.80'. */
type Told = { number: string; pickup: string | null; cash: string };

export const orderNews: Readonly<
  Record<ToldStatusEvent, { title(order: Told): string; message(order: Told): string }>
> = {
  'order-placed': {
    title: ({ number }) => `Order ${number} reserved`,
    message: ({ pickup, cash }) =>
      `${pickup ? `Pick it up ${pickup}. ` : ''}You pay ${cash} in cash at pickup.`,
  },
  'order-confirmed': {
    title: ({ number }) => `Order ${number} is accepted by the farm`,
    message: ({ pickup }) => (pickup ? `See you ${pickup}.` : 'We will agree on a pickup time with you.'),
  },
  'order-ready': {
    title: ({ number }) => `Order ${number} is ready for pickup`,
    message: ({ pickup, cash }) => `${pickup ? `Come by ${pickup}. ` : ''}You pay ${cash} in cash at pickup.`,
  },
  'order-completed': {
    title: ({ number }) => `Order ${number} is completed`,
    message: ({ cash }) => `Paid ${cash} in cash. Thank you.`,
  },
  'order-cancelled': {
    title: ({ number }) => `Order ${number} canceled`,
    message: () => 'We no longer hold anything for you, and you owe nothing.',
  },
  'order-not-picked-up': {
    title: ({ number }) => `Order ${number} was not picked up`,
    message: () => 'Its items are back on the shelf, and you owe nothing. Reserve again any time.',
  },
};

/** 'Nov 28, 2026 2:00 PM to 2:30 PM'; null if no time is set. */
export function pickupText(starts: Date | null, ends: Date | null, zone: string): string | null {
  if (!starts) return null;
  const from = formatDateTime(instantOf(starts), zone);
  return ends ? `${from} to ${formatTime(instantOf(ends), zone)}` : from;
}
