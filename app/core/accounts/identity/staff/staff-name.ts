/** The name of a person at work: what is refused, and the messages. */

import { type Common, commonMessage } from '#kernel/problem.ts';
export const RENAMED = 'Name changed.';

/** Also for a person who joins, or whose role changes. */
export const NAME_TAKEN =
  'Someone who works here has a name that looks like this one. Add a middle name or an initial.';

export type RenameProblem =
  | Common<'not-allowed' | 'confirm-first'>
  /** Customers change their own names. */
  | { kind: 'not-staff' }
  | { kind: 'name-taken' };

export function renameMessage(problem: RenameProblem): string {
  switch (problem.kind) {
    case 'not-staff':
      return 'Customers change their name in their own profile.';
    case 'name-taken':
      return NAME_TAKEN;
    default:
      return commonMessage(problem);
  }
}
