/**
 * Decides whether a cart may become an order, and words each refusal, in the order of the checks
 * (specification sections 5 and 8; docs/law.md, Limits). Pure: the server passes in the facts, including the
 * clock.
 */

import type { Temporal } from 'temporal-polyfill';
import { dayLabel, type FreeLot, isGoodOn, lastDayFor, unitsGoodOn } from '#core/goods/stock/lots/lots.ts';
import { FEW_LEFT } from '#core/goods/stock/stock.ts';
import {
  type AgeProblem,
  type AgeRelevantLine,
  ageMessage,
  checkAge,
  needsBirthDate,
} from '#core/sales/compliance/age-rule.ts';
import {
  checkLimits,
  type LimitProblem,
  type LimitSettings,
  type LimitUsage,
  limitMessage,
} from '#core/sales/compliance/purchase-limits.ts';
import {
  checkMissed,
  type MissedLimit,
  type MissedProblem,
  missedMessage,
} from '#core/sales/orders/missed-pickups/missed-pickup.ts';
import {
  checkHolds,
  type HoldLimitProblem,
  holdLimitMessage,
  type TooManyOrders,
  tooManyOrdersMessage,
} from '#core/sales/orders/reservations/hold-limit.ts';
import { offeredSlotAt, type PickupPolicy, type Slot } from '#core/sales/pickup/slots.ts';
import { type Cents, cents, formatCents } from '#kernel/money.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { LimitCategory } from '#kernel/statuses.ts';
import { type StoreDate, storeDate } from '#kernel/time.ts';

/** A line whose quantity is not available in full; `available` is what is. */
export type ShortLine = { productId: number; name: string; wanted: number; available: number };

/**
 * A line whose lots are not good on the pickup day; `goodThen` units are, and `lastDay` is the last day for
 * all of them.
 */
export type ExpiringLine = {
  productId: number;
  name: string;
  wanted: number;
  goodThen: number;
  lastDay: string;
};

export type CheckoutProblem =
  | { kind: 'not-signed-in' }
  | { kind: 'banned' }
  | MissedProblem
  /** The shop is not taking reservations; `words` say why. */
  | { kind: 'paused'; words: string }
  | { kind: 'cart-empty' }
  | { kind: 'pickup-time-missing' }
  | AgeProblem
  | { kind: 'slot-unavailable' }
  | { kind: 'slot-full' }
  | { kind: 'not-available'; lines: ShortLine[] }
  | { kind: 'expires-before-pickup'; lines: ExpiringLine[] }
  | { kind: 'over-limit'; problem: LimitProblem }
  | { kind: 'too-much-held'; problem: HoldLimitProblem }
  /** The customer has reached the shop's limit of orders per hour. */
  | ({ kind: 'too-many-orders' } & TooManyOrders)
  /** Another attempt reserved the same items some minutes ago. */
  | { kind: 'same-again'; minutesAgo: number }
  /** A sign-up held these for this many minutes, and its email was confirmed later. */
  | { kind: 'hold-over'; minutes: number }
  /** The reservation is no longer waiting: it has become this order, or has ended. Others of the attempt still wait. */
  | { kind: 'reservation-gone'; orderId: string | null; stillHeld?: number }
  /** `why`: what the offers say of it. */
  | { kind: 'price-changed'; before: Cents; now: Cents; why?: string[] }
  /** The same attempt was already sent with a different cart. */
  | { kind: 'cart-changed' }
  /** The form had no idempotency key; the form in the response has one. */
  | { kind: 'key-missing' }
  | { kind: 'order-failed' };

/** The total is another one than the customer saw, with the reasons that offers give: one that ended, or its limit. */
export function priceChanged(
  expected: number,
  total: Cents,
  lines: readonly { priceNote: string | null }[],
): CheckoutProblem {
  const why = priceNotes(lines);
  return { kind: 'price-changed', before: cents(expected), now: total, ...(why.length > 0 ? { why } : {}) };
}

/** Each of the notes once. */
export const priceNotes = (lines: readonly { priceNote: string | null }[]): string[] => [
  ...new Set(lines.flatMap(({ priceNote }) => priceNote ?? [])),
];

/** A line and the facts that decide it; `lots` are those with units for this customer. */
export type CheckoutLine = {
  productId: number;
  name: string;
  quantity: number;
  lots: readonly FreeLot[];
  productType: string;
  requiresId: boolean;
  limitCategory: LimitCategory | null;
  limitMg: number | null;
};

export type CheckoutFacts = {
  isBanned: boolean;
  /** What missed pickups do to another order. */
  missed: MissedLimit;
  /** Whether staff have rejected this customer's age. */
  isRejected: boolean;
  lines: readonly CheckoutLine[];
  /** null if none was chosen or it cannot be parsed. */
  slotStartsAt: Temporal.Instant | null;
  /** The one on file, otherwise the one typed; null if missing or impossible. */
  birth: StoreDate | null;
  today: StoreDate;
  now: Temporal.Instant;
  policy: PickupPolicy;
  minimumAge: number;
  limits: LimitSettings;
  alreadyToday: LimitUsage;
  /** What the customer has already reserved, and the maximum. */
  held: Parameters<typeof checkHolds>[0];
  holds: Parameters<typeof checkHolds>[2];
};

/** Makes every decision that comes before taking a place in the slot. Returns the slot and its store-local day. */
export function checkCheckout(facts: CheckoutFacts): Result<{ slot: Slot; day: string }, CheckoutProblem> {
  const { lines } = facts;
  if (facts.isBanned) return refuse({ kind: 'banned' });
  if (lines.length === 0) return refuse({ kind: 'cart-empty' });
  const withinMissed = checkMissed(facts.missed);
  if (!withinMissed.ok) return withinMissed;
  if (facts.slotStartsAt === null) return refuse({ kind: 'pickup-time-missing' });
  const ofAge = checkCustomerAge(lines, facts);
  if (!ofAge.ok) return ofAge;
  const slot = offeredSlotAt(facts.policy, facts.slotStartsAt, facts.now);
  if (!slot) return refuse({ kind: 'slot-unavailable' });
  const today = facts.today.toString();
  const short = lines.flatMap(({ productId, name, quantity, lots }): ShortLine[] => {
    const available = unitsGoodOn(lots, today);
    return quantity > available ? [{ productId, name, wanted: quantity, available }] : [];
  });
  if (short.length > 0) return refuse({ kind: 'not-available', lines: short });
  const day = storeDate(slot.startsAt, facts.policy.zone).toString();
  const expiring = expiringLines(lines, day, today);
  if (expiring.length > 0) return refuse({ kind: 'expires-before-pickup', lines: expiring });
  const wanted = {
    lines: lines.length,
    units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    orders: 1,
  };
  const withinHolds = checkHolds(facts.held, wanted, facts.holds);
  if (!withinHolds.ok) return refuse({ kind: 'too-much-held', problem: withinHolds.problem });
  const withinLimits = checkLimits(lines, facts.alreadyToday, facts.limits);
  return withinLimits.ok
    ? succeed({ slot, day })
    : refuse({ kind: 'over-limit', problem: withinLimits.problem });
}

/** Checks the age for these lines; a rejection by staff outweighs the birth date. */
export function checkCustomerAge(
  lines: readonly AgeRelevantLine[],
  facts: Pick<CheckoutFacts, 'isRejected' | 'birth' | 'today' | 'minimumAge'>,
): Result<null, AgeProblem> {
  return facts.isRejected && needsBirthDate(lines)
    ? refuse({ kind: 'under-age', minimum: facts.minimumAge })
    : checkAge(lines, facts.birth, facts.today, facts.minimumAge);
}

/** Returns the lines that are not available in full on a day; days are store-local, yyyy-mm-dd. */
export function expiringLines(
  lines: readonly Pick<CheckoutLine, 'productId' | 'name' | 'quantity' | 'lots'>[],
  day: string,
  today: string,
): ExpiringLine[] {
  return lines.flatMap(({ productId, name, quantity, lots }) => {
    const goodThen = unitsGoodOn(lots, day);
    if (goodThen >= quantity) return [];
    const stillGood = lots.filter((lot) => isGoodOn(lot, today));
    return [
      { productId, name, wanted: quantity, goodThen, lastDay: lastDayFor(stillGood, quantity) ?? today },
    ];
  });
}

/** The message for each problem: the specification's words if it has any, then what to do. */
export function checkoutMessage(problem: CheckoutProblem): string {
  switch (problem.kind) {
    case 'not-signed-in':
      return 'You must be logged in to complete checkout.';
    case 'banned':
      return 'Your account cannot reserve at the moment. Please call us.';
    case 'missed-too-many':
      return missedMessage(problem);
    case 'paused':
      return `${problem.words} Your cart is saved.`;
    case 'cart-empty':
      return 'Your cart is empty.';
    case 'pickup-time-missing':
      return 'Please select a pickup time';
    case 'birth-date-missing':
    case 'under-age':
      return ageMessage(problem);
    case 'slot-unavailable':
      return 'It’s too late for that pickup time. Please choose another; your cart is saved.';
    case 'slot-full':
      return 'That pickup time has just filled up. Please choose another; your cart is saved.';
    case 'not-available':
      return `${problem.lines.map(shortLineMessage).join(' ')} Nothing has been reserved yet.`;
    case 'expires-before-pickup':
      return problem.lines.map(expiringLineMessage).join(' ');
    case 'over-limit':
      return limitMessage(problem.problem);
    case 'too-much-held':
      return holdLimitMessage(problem.problem);
    case 'too-many-orders':
      return `${tooManyOrdersMessage(problem)} Your cart is saved.`;
    case 'same-again':
      return `You reserved these items ${agoLabel(problem.minutesAgo)}. Again?`;
    case 'hold-over':
      return `Your ${problem.minutes} minutes are over, so we no longer hold your items. Your cart is saved. Choose a time.`;
    case 'reservation-gone':
      if (problem.stillHeld)
        return `${problem.orderId === null ? 'One of these reservations has ended.' : `One of these reservations is now order ${problem.orderId}.`} Please check what is left and reserve again.`;
      return problem.orderId === null
        ? 'That reservation has ended. We no longer hold anything for it.'
        : `That reservation is now order ${problem.orderId}. Nothing new was reserved.`;
    case 'price-changed':
      return [
        ...(problem.why ?? []),
        `The total is now ${formatCents(problem.now)} (it was ${formatCents(problem.before)}). Please check it and reserve again.`,
      ].join(' ');
    case 'cart-changed':
      return 'Your cart has changed since this page was opened. Please check it and reserve again.';
    case 'key-missing':
      return 'We could not read that form. Press Reserve Items again.';
    case 'order-failed':
      return 'Order creation failed. Nothing was reserved and your cart is saved. Please try again.';
  }
}

/** 'a minute ago', '7 minutes ago' */
export function agoLabel(minutes: number): string {
  return minutes < 2 ? 'a minute ago' : `${minutes} minutes ago`;
}

function expiringLineMessage({ name, wanted, goodThen, lastDay }: ExpiringLine): string {
  const what = wanted === 1 ? name : `${wanted} of ${name}`;
  const fewer = goodThen > 0 ? `, or take ${goodThen} for the time you chose` : '';
  return `We can hand out ${what} until ${dayLabel(lastDay)}: please choose a pickup by then${fewer}.`;
}

function shortLineMessage({ name, wanted, available }: ShortLine): string {
  if (available > FEW_LEFT) return `Fewer than ${wanted} of ${name} are left.`;
  return available === 0 ? `${name} is sold out.` : `Only ${available} of ${name} left.`;
}
