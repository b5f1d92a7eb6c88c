/** Lifting the limit of one open order for a customer who missed pickups: the form, its refusals and messages. */
import { z } from 'zod';
import { commonMessage } from '#kernel/problem.ts';
import { typed } from '#platform/requests/typed-text.ts';

export const liftMissedForm = z.object({
  reason: typed(500, 'reason').min(1, 'Enter what you agreed on. It is saved with the customer.'),
});

export const MISSED_LIMIT_LIFTED = 'Limit lifted. Pickups missed from now on count again.';

export type LiftProblem = { kind: 'not-allowed' } | { kind: 'not-found' };

export function liftMessage(problem: LiftProblem): string {
  switch (problem.kind) {
    default:
      return commonMessage(problem, 'Customer');
  }
}
