/** The form that chooses a new password. */
import { z } from 'zod';
import { commonMessage } from '#kernel/problem.ts';
import { isLinkToken } from './link-token.ts';
import { LINK_NOT_VALID, tooManyAttempts } from './messages.ts';
import { passwordProblem } from './password-rule.ts';
import { newPassword } from './sign-up.ts';

export const resetPasswordSchema = z
  .object({
    token: z.string().refine(isLinkToken),
    password: newPassword,
    again: z.string().max(200),
  })
  .superRefine((form, context) => {
    const problem = passwordProblem(form.password);
    if (problem) context.addIssue({ code: 'custom', path: ['password'], message: problem });
    if (form.password !== form.again) {
      context.addIssue({
        code: 'custom',
        path: ['again'],
        message: 'The two passwords differ. Please enter the same one twice.',
      });
    }
  });

export type ResetProblem =
  | { kind: 'link-not-valid' }
  | { kind: 'too-many-attempts'; seconds: number }
  | { kind: 'busy' };

export function resetMessage(problem: ResetProblem): string {
  switch (problem.kind) {
    case 'link-not-valid':
      return LINK_NOT_VALID;
    case 'too-many-attempts':
      return tooManyAttempts(problem.seconds);
    default:
      return commonMessage(problem);
  }
}
