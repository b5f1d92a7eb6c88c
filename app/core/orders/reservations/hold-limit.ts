/** Limits how much one customer can have reserved at a time, so that no one can empty the shop without picking up. */
import type { Held } from '#core/compliance/purchases-queries.server.ts';
import type { HoldSettings } from '#core/settings/settings.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';

type Caps = Pick<HoldSettings, 'unitsPerCustomer' | 'linesPerCustomer'>;

export type HoldLimitProblem = {
  kind: 'too-much-held';
  counted: 'units' | 'products';
  held: number;
  allowed: number;
};

/** The customer has made `allowed` orders and reservations within an hour; the next is possible in `minutes`. */
export type TooManyOrders = { allowed: number; minutes: number };

/** The message: how many, and what to do. */
export function tooManyOrdersMessage({ allowed, minutes }: TooManyOrders): string {
  const orders = allowed === 1 ? '1 order' : `${allowed} orders`;
  const when = minutes === 1 ? 'in a minute' : `in ${minutes} minutes`;
  return `You can place ${orders} an hour. Try again ${when}, or call us.`;
}

/** `held` is what the customer has already reserved; `wanted` would be added to it. */
export function checkHolds(held: Held, wanted: Held, caps: Caps): Result<null, HoldLimitProblem> {
  if (held.units + wanted.units > caps.unitsPerCustomer) {
    return refuse({
      kind: 'too-much-held',
      counted: 'units',
      held: held.units,
      allowed: caps.unitsPerCustomer,
    });
  }
  if (held.lines + wanted.lines > caps.linesPerCustomer) {
    return refuse({
      kind: 'too-much-held',
      counted: 'products',
      held: held.lines,
      allowed: caps.linesPerCustomer,
    });
  }
  return succeed(null);
}

/** The message: how many, and what to do. */
export function holdLimitMessage({ counted, held, allowed }: HoldLimitProblem): string {
  const left = Math.max(0, allowed - held);
  const limit = `We hold at most ${allowed} ${counted} for one customer at a time.`;
  if (held === 0) return `${limit} Please take fewer, or call us.`;
  const have = `${limit} You have ${held} reserved already`;
  return left === 0
    ? `${have}: pick some up or cancel some under Your Orders first.`
    : `${have}, so ${left} more ${left === 1 ? 'is' : 'are'} possible: take fewer, or cancel some under Your Orders first.`;
}
