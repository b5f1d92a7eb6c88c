/** The form that confirms who is there: its fields, its refusals and their messages. */
import { z } from 'zod';
import { commonMessage } from '#kernel/problem.ts';
import { tooManyAttempts, WRONG_PASSWORD } from '../accounts/messages.ts';
import { existingPassword } from './sign-in.ts';

export const confirmSessionSchema = z.object({ password: existingPassword });

export type ConfirmSessionProblem =
  | { kind: 'wrong-password' }
  | { kind: 'too-many-attempts'; seconds: number }
  | { kind: 'busy' };

export function confirmSessionMessage(problem: ConfirmSessionProblem): string {
  switch (problem.kind) {
    case 'wrong-password':
      return WRONG_PASSWORD;
    case 'too-many-attempts':
      return tooManyAttempts(problem.seconds);
    default:
      return commonMessage(problem);
  }
}
