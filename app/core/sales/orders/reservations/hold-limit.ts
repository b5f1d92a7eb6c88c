/** Limits how much one customer can have reserved at a time, so that no one can empty the shop without picking up. */

import type { HoldSettings } from '#core/ground/settings/settings.ts';
import type { Held } from '#core/sales/compliance/purchases-queries.server.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';

/** The settings, and whether the customer has picked up an order: until then the smaller limits apply. */
export type Caps = Pick<
  HoldSettings,
  'unitsPerCustomer' | 'linesPerCustomer' | 'unitsUntilPickup' | 'ordersUntilPickup'
> & { hasPickedUp: boolean };

export type HoldLimitProblem = {
  kind: 'too-much-held';
  counted: 'units' | 'products' | 'orders';
  held: number;
  allowed: number;
  /** Whether the limit is the smaller one of customers who have not picked up anything yet. */
  untilPickup: boolean;
};

/** The customer has made `allowed` orders and reservations within an hour; the next is possible in `minutes`. */
export type TooManyOrders = { allowed: number; minutes: number };

/** The message: how many, and what to do. */
export function tooManyOrdersMessage({ allowed, minutes }: TooManyOrders): string {
  const orders = allowed === 1 ? '1 order' : `${allowed} orders`;
  const when = minutes === 1 ? 'in a minute' : `in ${minutes} minutes`;
  return `You can place ${orders} an hour. Try again ${when}, or call us.`;
}

/** The most units that a customer can have reserved, and whether that is the limit until the first pickup. */
export function mostUnits({
  unitsPerCustomer,
  unitsUntilPickup,
  hasPickedUp,
}: Omit<Caps, 'linesPerCustomer'>) {
  const untilPickup = !hasPickedUp && unitsUntilPickup < unitsPerCustomer;
  return { allowed: untilPickup ? unitsUntilPickup : unitsPerCustomer, untilPickup };
}

/**
 * `held` is what the customer has already reserved; `wanted` would be added to it. The number of orders is only asked
 * where there would be another one.
 */
export function checkHolds(held: Held, wanted: Held, caps: Caps): Result<null, HoldLimitProblem> {
  const kind = 'too-much-held';
  const orders = caps.ordersUntilPickup;
  if (!caps.hasPickedUp && wanted.orders > 0 && held.orders + wanted.orders > orders)
    return refuse({ kind, counted: 'orders', held: held.orders, allowed: orders, untilPickup: true });
  const units = mostUnits(caps);
  if (held.units + wanted.units > units.allowed)
    return refuse({ kind, counted: 'units', held: held.units, ...units });
  const products = caps.linesPerCustomer;
  if (held.lines + wanted.lines > products)
    return refuse({ kind, counted: 'products', held: held.lines, allowed: products, untilPickup: false });
  return succeed(null);
}

/** The limit in one sentence. */
export function holdLimitSentence({
  counted,
  allowed,
  untilPickup,
}: Omit<HoldLimitProblem, 'kind' | 'held'>) {
  const many = allowed === 1 ? `1 ${counted.slice(0, -1)}` : `${allowed} ${counted}`;
  if (counted === 'orders') return `Until your first pickup you can have ${many} at a time.`;
  return untilPickup
    ? `Until your first pickup you can reserve up to ${many} at a time.`
    : `We hold at most ${many} for one customer at a time.`;
}

/** The message: how many, and what to do. */
export function holdLimitMessage(problem: HoldLimitProblem): string {
  const { counted, held, allowed } = problem;
  const left = Math.max(0, allowed - held);
  const limit = holdLimitSentence(problem);
  if (counted === 'orders')
    return `${limit} Pick ${held === 1 ? 'it' : 'one'} up or cancel ${held === 1 ? 'it' : 'one'} under Your Orders first, or call us.`;
  if (held === 0) return `${limit} Please take fewer, or call us.`;
  const have = `${limit} You have ${held} reserved already`;
  return left === 0
    ? `${have}: pick some up or cancel some under Your Orders first.`
    : `${have}, so ${left} more ${left === 1 ? 'is' : 'are'} possible: take fewer, or cancel some under Your Orders first.`;
}
