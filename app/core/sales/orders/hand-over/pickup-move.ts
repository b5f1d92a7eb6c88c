/** Decides whether a customer may move a pickup to another slot, and words each refusal. */
import type { Temporal } from 'temporal-polyfill';
import { dayLabel, type FreeLot, isGoodOn, lastDayFor, unitsGoodOn } from '#core/goods/stock/lots/lots.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { commonMessage } from '#kernel/problem.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { type CancellableOrder, customerStatusLabel, mayCustomerMove } from '../order.ts';

/** What the page showed when the customer decided: sent with the form, and used only for this comparison. */
export type SeenOrder = {
  version: number;
  status: string;
  /** ISO instant; empty if no time was chosen. */
  pickup: string;
  /** Cents. */
  total: number;
};

/** Each move notifies the customer; a customer who needs more calls the store. */
export const MOST_MOVES = 5;

export type MoveProblem =
  | { kind: 'not-found' }
  | { kind: 'too-late'; status: OrderStatus }
  | { kind: 'stale'; changes: string[] }
  | { kind: 'moved-often' }
  | { kind: 'slot-missing' }
  | { kind: 'slot-not-open' }
  | { kind: 'slot-full' }
  /** `available` units can be handed out on that day. */
  | { kind: 'not-available'; name: string; available: number };

export function moveMessage(problem: MoveProblem): string {
  switch (problem.kind) {
    case 'too-late':
      return tooLateToMove(problem.status);
    case 'stale':
      return `This order has changed since you opened the page: ${problem.changes.join(' ')} Check it, then choose again.`;
    case 'moved-often':
      return `This pickup has been moved ${MOST_MOVES} times, so it can no longer be moved here. Please call us.`;
    case 'slot-missing':
      return 'Please select a pickup time';
    case 'slot-not-open':
      return 'It’s too late for that pickup time. Please choose another; your pickup has not changed.';
    case 'slot-full':
      return 'That pickup time has just filled up. Please choose another; your pickup has not changed.';
    case 'not-available':
      return problem.available === 0
        ? `We cannot hand out ${problem.name} on that day. Please choose another, or call us.`
        : `We can hand out only ${problem.available} of ${problem.name} on that day. Please choose another, or call us.`;
    default:
      return commonMessage(problem, 'Order');
  }
}

/**
 * Why the pickup of an order cannot move at all: asked on arrival at the page, and again at the save. null if it can.
 * @param moves how often its customer has moved it
 */
export function moveRefusal(
  order: Pick<CancellableOrder, 'status' | 'pickupStartsAt'>,
  moves: number,
  now: Temporal.Instant,
): Extract<MoveProblem, { kind: 'too-late' | 'moved-often' }> | null {
  if (!mayCustomerMove(order, now)) return { kind: 'too-late', status: order.status };
  return moves >= MOST_MOVES ? { kind: 'moved-often' } : null;
}

/** Says why an order's pickup cannot move; a packed order is ready for its time. */
function tooLateToMove(status: OrderStatus): string {
  // No one has packed it, so its time has come.
  if (status === 'pending' || status === 'confirmed')
    return 'The pickup time of this order has come, so it can no longer be moved here. Please call us.';
  return `This order is ‘${customerStatusLabel[status]}’, so its pickup can no longer be moved here. Please call us.`;
}

type Current = { version: number; status: OrderStatus; pickupStartsAt: Date | null; total: number };

/**
 * Lists, in sentences, what has changed since the customer saw the order. Empty if only things that customers
 * do not see have changed, such as a note by staff.
 */
export function changesSince(seen: SeenOrder, order: Current, zone: string): string[] {
  if (seen.version === order.version) return [];
  const changes: string[] = [];
  if (seen.status !== order.status) changes.push(`It is ‘${customerStatusLabel[order.status]}’ now.`);
  const pickup = order.pickupStartsAt ? instantOf(order.pickupStartsAt) : null;
  if (seen.pickup !== (pickup?.toString() ?? ''))
    changes.push(
      pickup ? `Its pickup is ${formatDateTime(pickup, zone)} now.` : 'It has no pickup time now.',
    );
  if (seen.total !== order.total) changes.push(`Its total is ${formatCents(cents(order.total))} now.`);
  return changes;
}

/** A line with the lots that could cover it, including its own; `quantity` is without units that no lot has. */
export type MovableLine = { name: string; quantity: number; lots: readonly FreeLot[] };

/**
 * Says why the order cannot be picked up on a day, because lots expire before it; null if it can. Days are
 * store-local.
 */
export function tooLateOn(lines: readonly MovableLine[], day: string, today: string): string | null {
  const sentences = lines.flatMap(({ name, quantity, lots }) => {
    if (unitsGoodOn(lots, day) >= quantity) return [];
    const last = lastDayFor(
      lots.filter((lot) => isGoodOn(lot, today)),
      quantity,
    );
    return [
      `We can hand out ${quantity === 1 ? name : `${quantity} of ${name}`} until ${dayLabel(last ?? today)}.`,
    ];
  });
  return sentences.length > 0 ? sentences.join(' ') : null;
}
