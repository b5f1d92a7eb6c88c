/** Putting units back that left a bag: what is refused, and the messages. */
import { assertNever } from '#kernel/result.ts';

export type PutBackProblem = { kind: 'not-allowed' } | { kind: 'not-found' };

export function putBackMessage(problem: PutBackProblem): string {
  switch (problem.kind) {
    case 'not-allowed':
      return 'You cannot put units back.';
    case 'not-found':
      return 'These units are not on the list. Nothing was changed.';
    default:
      return assertNever(problem);
  }
}
