/**
 * Decides who may say that the person who picks an order up is at the store. They get the next number in the line of that day,
 * and the same number if they say it again.
 */
import type { Temporal } from 'temporal-polyfill';
import { openState, type PostedHours } from '#core/sales/pickup/hours.ts';
import { commonMessage } from '#kernel/problem.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import { instantOf, storeDate } from '#kernel/time.ts';
import { hasEnded } from '../order.ts';

export type ArrivingOrder = { status: OrderStatus; pickupStartsAt: Date | null };

/** Customers say it themselves while the store is open on the store-local day of their pickup. */
export function mayCustomerArrive(order: ArrivingOrder, hours: PostedHours, now: Temporal.Instant): boolean {
  const { status, pickupStartsAt } = order;
  if (hasEnded(status) || pickupStartsAt === null || !openState(hours, now).open) return false;
  return storeDate(instantOf(pickupStartsAt), hours.zone).equals(storeDate(now, hours.zone));
}

/** The number in the line of the store-local day; null if the person has not arrived on it. */
export function arrivalToday(
  { arrivedAt, arrivalNumber }: { arrivedAt: Date | null; arrivalNumber: number | null },
  now: Temporal.Instant,
  zone: string,
): number | null {
  if (arrivedAt === null) return null;
  return storeDate(instantOf(arrivedAt), zone).equals(storeDate(now, zone)) ? arrivalNumber : null;
}

export type ArrivalProblem = { kind: 'not-found' } | { kind: 'ended' } | { kind: 'not-now' };

export function arrivalMessage(problem: ArrivalProblem): string {
  switch (problem.kind) {
    case 'ended':
      return 'This order has ended.';
    case 'not-now':
      return 'You can tell us that you are here on the day of your pickup, while we are open.';
    default:
      return commonMessage(problem, 'Order');
  }
}
