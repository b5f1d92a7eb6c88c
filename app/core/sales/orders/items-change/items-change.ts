/** Decides whether customers may change the items of their own order, and words each refusal. Pure. */
import { Temporal } from 'temporal-polyfill';
import { ageMessage } from '#core/sales/compliance/age-rule.ts';
import { limitMessageForChange } from '#core/sales/compliance/purchase-limits.ts';
import { type Cents, formatCents } from '#kernel/money.ts';
import { assertNever } from '#kernel/result.ts';
import type { OrderStatus, PaymentStatus } from '#kernel/statuses.ts';
import { type CancellableOrder, customerStatusLabel, mayCustomerChangeItems } from '../order.ts';
import { type EditedLine, type LinesProblem, lineChanges, MAXIMUM_LINES } from '../order-edit.ts';
import { type HoldLimitProblem, holdLimitSentence } from '../reservations/hold-limit.ts';

/** Each change notifies the customer; a customer who needs more calls the store. */
export const MOST_ITEM_CHANGES = 10;

/** A line of the order as it is stored. */
export type NamedLine = EditedLine & { name: string };

export type ItemsProblem =
  | LinesProblem
  | { kind: 'not-found' }
  | { kind: 'too-late'; status: OrderStatus; paymentStatus: PaymentStatus }
  /** Changed elsewhere since the page was opened; version and lines are the order's now. */
  | { kind: 'stale'; changes: string[]; version: number; lines: readonly EditedLine[] }
  | { kind: 'changed-often' }
  /** The shop is not taking reservations; `words` say why. */
  | { kind: 'paused'; words: string }
  /** The pickup is too close to pack more. */
  | { kind: 'too-close' }
  /** After the change the customer would have `held` units or products reserved. */
  | HoldLimitProblem
  | { kind: 'price-changed'; before: Cents; now: Cents };

export function itemsMessage(problem: ItemsProblem): string {
  switch (problem.kind) {
    case 'not-found':
    case 'banned':
      return 'Order not found.';
    case 'too-late':
      return tooLateToChange(problem);
    case 'paid':
      return PAID;
    case 'stale':
      return `This order has changed since you opened the page. ${problem.changes.join(' ')} Check your changes, then save again.`;
    case 'changed-often':
      return `The items of this order have been changed ${MOST_ITEM_CHANGES} times, so they can no longer be changed here. Please call us.`;
    case 'paused':
      return `${problem.words} You can still take items out.`;
    case 'too-close':
      return 'Your pickup is too soon to add anything. You can take items out, move the pickup, or call us.';
    case 'no-lines':
      return 'An order needs at least one item.';
    case 'too-many-lines':
      return `An order can have at most ${MAXIMUM_LINES} different products.`;
    case 'not-on-menu':
      return `${problem.name} is no longer on the menu, so it cannot be added.`;
    case 'not-available':
      return problem.available === 0
        ? `${problem.name} is not available for the day of your pickup.`
        : `Only ${problem.available} of ${problem.name} are available for the day of your pickup.`;
    case 'rejected':
      return 'We cannot add anything for adults only to your order. Please call us.';
    case 'birth-date-missing':
      return `${ageMessage(problem)} Add it to your profile first.`;
    case 'under-age':
      return ageMessage(problem);
    case 'over-offer':
      return problem.words;
    case 'over-limit':
      return limitMessageForChange(problem.problem);
    case 'too-much-held':
      return `${holdLimitSentence(problem)} With this change you would have ${problem.held}. Please take fewer, or call us.`;
    case 'price-changed':
      return `The total is now ${formatCents(problem.now)} (it was ${formatCents(problem.before)}). Please check it and save again.`;
    default:
      return assertNever(problem);
  }
}

const PAID = 'This order is paid, so its items can no longer be changed here. Please call us.';

/**
 * Why the items of an order cannot change at all: asked on arrival at the page, and again at the save. null if they can.
 * @param changes how often its customer has changed them
 */
export function itemsRefusal(
  order: CancellableOrder,
  changes: number,
  now: Temporal.Instant,
): Extract<ItemsProblem, { kind: 'too-late' | 'changed-often' }> | null {
  const { status, paymentStatus } = order;
  if (!mayCustomerChangeItems(order, now)) return { kind: 'too-late', status, paymentStatus };
  return changes >= MOST_ITEM_CHANGES ? { kind: 'changed-often' } : null;
}

/**
 * Why nothing can be added to an order whose items can change; taking out needs neither an open shop nor time. null if
 * products can be added.
 * @param paused what shoppers read while reservations are paused; null while they are open
 */
export function addingRefusal(
  pickupStartsAt: Temporal.Instant | null,
  { paused, leadMinutes }: { paused: string | null; leadMinutes: number },
  now: Temporal.Instant,
): Extract<ItemsProblem, { kind: 'paused' | 'too-close' }> | null {
  if (paused !== null) return { kind: 'paused', words: paused };
  return mayAddItems(pickupStartsAt, leadMinutes, now) ? null : { kind: 'too-close' };
}

/** Says why the items of an order cannot change. */
function tooLateToChange(order: { status: OrderStatus; paymentStatus: PaymentStatus }): string {
  const { status, paymentStatus } = order;
  if (status !== 'pending' && status !== 'confirmed')
    return `This order is ‘${customerStatusLabel[status]}’, so its items can no longer be changed here. Please call us.`;
  if (paymentStatus === 'paid' || paymentStatus === 'refunded') return PAID;
  return 'The pickup time of this order has come, so its items can no longer be changed here. Please call us.';
}

/**
 * Whether there is still time to pack more: the same lead time as for a new order. Taking items out needs none. An order
 * without a pickup time has all the time.
 */
function mayAddItems(
  pickupStartsAt: Temporal.Instant | null,
  leadMinutes: number,
  now: Temporal.Instant,
): boolean {
  if (pickupStartsAt === null) return true;
  return Temporal.Instant.compare(now.add({ minutes: leadMinutes }), pickupStartsAt) <= 0;
}

/** Lists, in sentences, how the order's lines differ from those the customer saw; empty if they do not. */
export function linesChangedSince(
  seen: readonly EditedLine[],
  now: readonly NamedLine[],
  nameOf: (productId: number) => string,
): string[] {
  const names = new Map(now.map(({ productId, name }) => [productId, name]));
  return lineChanges(seen, now)
    .filter(({ from, to }) => from !== to)
    .map(({ productId, from, to }) => {
      const name = names.get(productId) ?? nameOf(productId);
      if (to === 0) return `${name} is no longer in it.`;
      return from === 0 ? `It has ${to} × ${name} now.` : `It has ${to} × ${name} now, not ${from}.`;
    });
}
