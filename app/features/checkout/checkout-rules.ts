/**
 * What can keep a cart from becoming an order, in the order in which it is checked, and in which words
 * (specification sections 5 and 8; new-york.md). Pure: the server brings the facts, the clock included.
 */
import type { Temporal } from 'temporal-polyfill';
import { ageMessage, checkAge, needsBirthDate } from '#features/compliance/age-rule.ts';
import {
  checkLimits,
  type LimitCategory,
  type LimitProblem,
  type LimitSettings,
  type LimitUsage,
  limitMessage,
} from '#features/compliance/purchase-limits.ts';
import { offeredSlotAt, type PickupPolicy, type Slot } from '#features/pickup/slots.ts';
import { type Cents, formatCents } from '#kernel/money.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { StoreDate } from '#kernel/time.ts';

/** A line that cannot be had as wanted; `available` is what can. */
export type ShortLine = { productId: number; name: string; wanted: number; available: number };

export type CheckoutProblem =
  | { kind: 'not-signed-in' }
  | { kind: 'banned' }
  | { kind: 'cart-empty' }
  | { kind: 'pickup-time-missing' }
  | { kind: 'birth-date-missing' }
  | { kind: 'under-age'; minimum: number }
  | { kind: 'slot-unavailable' }
  | { kind: 'slot-full' }
  | { kind: 'not-available'; lines: ShortLine[] }
  | { kind: 'over-limit'; problem: LimitProblem }
  | { kind: 'price-changed'; before: Cents; now: Cents }
  /** The same attempt was sent with another cart. */
  | { kind: 'cart-changed' }
  | { kind: 'order-failed' };

/** A line with what decides about it; `available` is what this customer could have, in units. */
export type CheckoutLine = {
  productId: number;
  name: string;
  quantity: number;
  available: number;
  productType: string;
  requiresId: boolean;
  limitCategory: LimitCategory | null;
  limitMg: number | null;
};

export type CheckoutFacts = {
  isBanned: boolean;
  /** Whether staff have rejected this customer's age. */
  isRejected: boolean;
  lines: readonly CheckoutLine[];
  /** null when none was chosen or it cannot be read. */
  slotStartsAt: Temporal.Instant | null;
  /** On file, else as typed; null when missing or impossible. */
  birth: StoreDate | null;
  today: StoreDate;
  now: Temporal.Instant;
  policy: PickupPolicy;
  minimumAge: number;
  limits: LimitSettings;
  alreadyToday: LimitUsage;
};

/** Everything that can be decided before a place in the slot is taken: answers the slot. */
export function checkCheckout(facts: CheckoutFacts): Result<{ slot: Slot }, CheckoutProblem> {
  const { lines } = facts;
  if (facts.isBanned) return refuse({ kind: 'banned' });
  if (lines.length === 0) return refuse({ kind: 'cart-empty' });
  if (facts.slotStartsAt === null) return refuse({ kind: 'pickup-time-missing' });
  const ofAge = checkAge(lines, facts.birth, facts.today, facts.minimumAge);
  if (!ofAge.ok) return ofAge;
  if (facts.isRejected && needsBirthDate(lines)) {
    return refuse({ kind: 'under-age', minimum: facts.minimumAge });
  }
  const slot = offeredSlotAt(facts.policy, facts.slotStartsAt, facts.now);
  if (!slot) return refuse({ kind: 'slot-unavailable' });
  const short = lines.filter((line) => line.quantity > line.available);
  if (short.length > 0) {
    return refuse({
      kind: 'not-available',
      lines: short.map(({ productId, name, quantity, available }) => ({
        productId,
        name,
        wanted: quantity,
        available,
      })),
    });
  }
  const withinLimits = checkLimits(lines, facts.alreadyToday, facts.limits);
  return withinLimits.ok ? succeed({ slot }) : refuse({ kind: 'over-limit', problem: withinLimits.problem });
}

/** The words for it: the specification's where it has some, then what to do. */
export function checkoutMessage(problem: CheckoutProblem): string {
  switch (problem.kind) {
    case 'not-signed-in':
      return 'You must be logged in to complete checkout.';
    case 'banned':
      return 'Your account cannot reserve at the moment. Please call us.';
    case 'cart-empty':
      return 'Your cart is empty.';
    case 'pickup-time-missing':
      return 'Please select a pickup time';
    case 'birth-date-missing':
    case 'under-age':
      return ageMessage(problem);
    case 'slot-unavailable':
      return 'That pickup time can no longer be reached. Please choose another; your cart is kept.';
    case 'slot-full':
      return 'That pickup time has just filled up. Please choose another; your cart is kept.';
    case 'not-available':
      return `${problem.lines.map(shortLineMessage).join(' ')} Nothing has been reserved yet.`;
    case 'over-limit':
      return limitMessage(problem.problem);
    case 'price-changed':
      return `The total is now ${formatCents(problem.now)} (it was ${formatCents(problem.before)}). Please look it over and reserve again.`;
    case 'cart-changed':
      return 'Your cart has changed since this page was opened. Please look it over and reserve again.';
    case 'order-failed':
      return 'Order creation failed. Nothing was reserved and your cart is kept; please try again.';
  }
}

function shortLineMessage({ name, available }: ShortLine): string {
  return available === 0 ? `${name} is sold out.` : `Only ${available} of ${name} left.`;
}
