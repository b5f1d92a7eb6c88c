/** Giving rights to a person on the staff: what is refused, and the messages. Decision 136. */
import { type Common, commonMessage } from '#kernel/problem.ts';

export const RIGHTS_SAVED = 'Rights saved. They count from now on.';

export type RightsProblem =
  | Common<'not-allowed' | 'confirm-first'>
  /** Someone else gave this person other rights since the page was shown. */
  | { kind: 'changed' }
  | { kind: 'own-rights' }
  /** Not on the staff: a customer, or an admin, who has every right. */
  | { kind: 'not-staff' }
  /** More than the person has who gives, or the other person has more than they. */
  | { kind: 'more-than-own' };

export function rightsMessage(problem: RightsProblem): string {
  switch (problem.kind) {
    case 'changed':
      return 'Someone else changed these rights. Review them first.';
    case 'own-rights':
      return 'No one gives rights to themselves. Ask someone else who may.';
    case 'not-staff':
      return 'Only people with the role Staff have rights of their own. Admins may do everything.';
    case 'more-than-own':
      return 'You can give and take only what you have yourself, and only from people who have no more than you.';
    default:
      return commonMessage(problem, 'User');
  }
}
