/** What can keep 'Reserve for Pickup' from holding a product, and in which words (specification section 8). */
import { type AgeProblem, ageMessage } from '#features/compliance/age-rule.ts';
import { type LimitProblem, limitMessage } from '#features/compliance/purchase-limits.ts';

export type ReserveProblem =
  | { kind: 'not-signed-in' }
  | { kind: 'banned' }
  | { kind: 'not-found' }
  | { kind: 'not-available'; name: string; available: number }
  | { kind: 'age'; problem: AgeProblem }
  | { kind: 'over-limit'; problem: LimitProblem }
  /** The same attempt was sent with another product or quantity. */
  | { kind: 'changed' };

/** The words for it: the specification's where it has some, then what to do. */
export function reserveMessage(problem: ReserveProblem): string {
  switch (problem.kind) {
    case 'not-signed-in':
      return 'Please log in to reserve a product';
    case 'banned':
      return 'Failed to reserve product. Your account cannot reserve at the moment; please call us.';
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
    case 'over-limit':
      return `Failed to reserve product. ${limitMessage(problem.problem)}`;
    case 'changed':
      return 'Reservation failed. Please reload the page and try again.';
  }
}
