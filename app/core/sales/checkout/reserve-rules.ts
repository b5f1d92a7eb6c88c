/** Lists what 'Reserve for Pickup' refuses, with the message for each (specification section 8). */

import { dayLabel } from '#core/goods/stock/lots/lots.ts';
import { type AgeProblem, ageMessage } from '#core/sales/compliance/age-rule.ts';
import { type LimitProblem, limitMessage } from '#core/sales/compliance/purchase-limits.ts';
import {
  type HoldLimitProblem,
  holdLimitMessage,
  type TooManyOrders,
  tooManyOrdersMessage,
} from '#core/sales/orders/reservations/hold-limit.ts';
import { problemKinds } from '#platform/requests/problem-response.ts';
import { agoLabel } from './checkout-rules.ts';

export type ReserveProblem =
  | { kind: 'not-signed-in' }
  | { kind: 'banned' }
  /** The shop is not taking reservations; `words` say why. */
  | { kind: 'paused'; words: string }
  | { kind: 'not-found' }
  | { kind: 'not-available'; name: string; available: number }
  | { kind: 'age'; problem: AgeProblem }
  /** Its lots expire before a hold would end. */
  | { kind: 'expires-before-pickup'; name: string; lastDay: string }
  | { kind: 'over-limit'; problem: LimitProblem }
  | { kind: 'too-much-held'; problem: HoldLimitProblem }
  /** The customer has reached the shop's limit of orders per hour. */
  | ({ kind: 'too-many-orders' } & TooManyOrders)
  /** Another attempt reserved the same product some minutes ago. */
  | { kind: 'same-again'; name: string; minutesAgo: number }
  /** The same attempt was already sent with a different product or quantity. */
  | { kind: 'changed' };

/** The kind of HTTP response for each problem. */
export const reserveProblemKind = problemKinds<ReserveProblem>({
  paused: 'conflict',
  'not-available': 'conflict',
  age: 'not-allowed',
  'expires-before-pickup': 'conflict',
  'too-much-held': 'over-limit',
  'too-many-orders': 'over-limit',
  'same-again': 'conflict',
  changed: 'conflict',
});

/** The message for each problem: the specification's words if it has any, then what to do. */
export function reserveMessage(problem: ReserveProblem): string {
  switch (problem.kind) {
    case 'not-signed-in':
      return 'Please log in to reserve a product';
    case 'same-again':
      return `You reserved ${problem.name} ${agoLabel(problem.minutesAgo)}. Again?`;
    case 'changed':
      return 'Reservation failed. Please reload the page and try again.';
    default:
      return `Failed to reserve product. ${whyRefused(problem)}`;
  }
}

type Refused = Exclude<ReserveProblem, { kind: 'not-signed-in' | 'same-again' | 'changed' }>;

function whyRefused(problem: Refused): string {
  switch (problem.kind) {
    case 'banned':
      return 'Your account cannot reserve at the moment; please call us.';
    case 'paused':
      return problem.words;
    case 'not-found':
      return 'It is no longer on the menu.';
    case 'not-available':
      return problem.available === 0
        ? `${problem.name} is sold out.`
        : `Only ${problem.available} of ${problem.name} left.`;
    case 'age':
      return problem.problem.kind === 'birth-date-missing'
        ? 'We do not have your date of birth yet: add the product to your cart and enter your date of birth at checkout.'
        : ageMessage(problem.problem);
    case 'expires-before-pickup':
      return `We can hand out ${problem.name} until ${dayLabel(problem.lastDay)}: add it to your cart and choose a pickup by then.`;
    case 'too-much-held':
      return holdLimitMessage(problem.problem);
    case 'too-many-orders':
      return tooManyOrdersMessage(problem);
    case 'over-limit':
      return limitMessage(problem.problem, 'product');
  }
}

/**
 * What an attempt made, in its current state: a key that is sent again returns the same thing, whatever
 * happened to it.
 */
export type Reserved = {
  reservationId: string;
  quantity: number;
  name: string;
  /** `until`: 'Tue, Nov 24, 6:00 PM, when we close'; null if the hold does not end. */
  became: { kind: 'held'; until: string | null } | { kind: 'ordered'; orderId: string } | { kind: 'ended' };
};

/** `until` as in `Reserved`. */
export function heldMessage({
  quantity,
  name,
  until,
}: Pick<Reserved, 'quantity' | 'name'> & { until: string | null }) {
  return `Reserved ${quantity} of ${name}.${until === null ? '' : ` Held until ${until}.`}`;
}

/** The message for a repeated attempt. */
export function reservedMessage({ quantity, name, became }: Reserved): string {
  switch (became.kind) {
    case 'held':
      return heldMessage({ quantity, name, until: became.until });
    case 'ordered':
      return `Your reservation of ${quantity} of ${name} is now order ${became.orderId}.`;
    case 'ended':
      return `Your reservation of ${quantity} of ${name} has ended. We no longer hold it.`;
  }
}
