/** What can keep 'Reserve for Pickup' from holding a product, and in which words (specification section 8). */
import { type AgeProblem, ageMessage } from '#core/compliance/age-rule.ts';
import { type LimitProblem, limitMessage } from '#core/compliance/purchase-limits.ts';
import { dayLabel } from '#core/stock/lots.ts';
import { problemKinds } from '#platform/requests/problem-response.ts';
import { agoLabel } from './checkout-rules.ts';
import {
  type HoldLimitProblem,
  holdLimitMessage,
  type TooManyOrders,
  tooManyOrdersMessage,
} from './hold-limit.ts';

export type ReserveProblem =
  | { kind: 'not-signed-in' }
  | { kind: 'banned' }
  /** The shop takes no reservations for now; `words` say why. */
  | { kind: 'paused'; words: string }
  | { kind: 'not-found' }
  | { kind: 'not-available'; name: string; available: number }
  | { kind: 'age'; problem: AgeProblem }
  /** Its lots are not good until a hold would end. */
  | { kind: 'expires-before-pickup'; name: string; lastDay: string }
  | { kind: 'over-limit'; problem: LimitProblem }
  | { kind: 'too-much-held'; problem: HoldLimitProblem }
  /** The customer has placed as many orders within an hour as the shop takes. */
  | ({ kind: 'too-many-orders' } & TooManyOrders)
  /** The same was reserved some minutes ago, by another attempt. */
  | { kind: 'same-again'; name: string; minutesAgo: number }
  /** The same attempt was sent with another product or quantity. */
  | { kind: 'changed' };

/** What each answers over HTTP. */
export const reserveProblemKind = problemKinds<ReserveProblem>({
  paused: 'conflict',
  'not-available': 'conflict',
  age: 'forbidden',
  'expires-before-pickup': 'conflict',
  'too-much-held': 'over-limit',
  'too-many-orders': 'over-limit',
  'same-again': 'conflict',
  changed: 'conflict',
});

/** The words for it: the specification's where it has some, then what to do. */
export function reserveMessage(problem: ReserveProblem): string {
  switch (problem.kind) {
    case 'not-signed-in':
      return 'Please log in to reserve a product';
    case 'banned':
      return 'Failed to reserve product. Your account cannot reserve at the moment; please call us.';
    case 'paused':
      return `Failed to reserve product. ${problem.words}`;
    case 'not-found':
      return 'Failed to reserve product. It is no longer on the menu.';
    case 'not-available':
      return problem.available === 0
        ? `Failed to reserve product. ${problem.name} is sold out.`
        : `Failed to reserve product. Only ${problem.available} of ${problem.name} left.`;
    case 'age':
      return problem.problem.kind === 'birth-date-missing'
        ? 'Failed to reserve product. We do not have your date of birth yet: add it to your cart and give it at checkout.'
        : `Failed to reserve product. ${ageMessage(problem.problem)}`;
    case 'expires-before-pickup':
      return `Failed to reserve product. We can hand out ${problem.name} until ${dayLabel(problem.lastDay)}: add it to your cart and choose a pickup by then.`;
    case 'too-much-held':
      return `Failed to reserve product. ${holdLimitMessage(problem.problem)}`;
    case 'too-many-orders':
      return `Failed to reserve product. ${tooManyOrdersMessage(problem)}`;
    case 'same-again':
      return `You reserved ${problem.name} ${agoLabel(problem.minutesAgo)}. Again?`;
    case 'over-limit':
      return `Failed to reserve product. ${limitMessage(problem.problem, 'product')}`;
    case 'changed':
      return 'Reservation failed. Please reload the page and try again.';
  }
}

/** What an attempt made, as it stands now: a key that is sent again gets the same thing, whatever became of it. */
export type Reserved = {
  reservationId: string;
  quantity: number;
  name: string;
  became: { kind: 'held' } | { kind: 'ordered'; orderId: string } | { kind: 'ended' };
};

/** The words for it. */
export function reservedMessage({ quantity, name, became }: Reserved): string {
  switch (became.kind) {
    case 'held':
      return `Reserved ${quantity} of ${name}`;
    case 'ordered':
      return `Your reservation of ${quantity} of ${name} is now order ${became.orderId}.`;
    case 'ended':
      return `Your reservation of ${quantity} of ${name} has ended. We no longer hold it.`;
  }
}
