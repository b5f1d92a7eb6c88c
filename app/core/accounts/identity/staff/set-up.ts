/** The form that creates the owner's account; it opens once, by a link that the terminal prints. */
import { z } from 'zod';
import { fullName } from '#core/accounts/customers/profile-fields.ts';
import { commonMessage } from '#kernel/problem.ts';
import { passwordProblem } from '../accounts/password-rule.ts';
import { newPassword } from '../accounts/sign-up.ts';
import { email } from '../sessions/sign-in.ts';

export const setUpSchema = z
  .object({
    token: z.string().min(1).max(200),
    fullName,
    email,
    password: newPassword,
  })
  .superRefine((form, context) => {
    const problem = passwordProblem(form.password, [form.email, form.fullName]);
    if (problem) context.addIssue({ code: 'custom', path: ['password'], message: problem });
  });

export type SetUpInput = z.output<typeof setUpSchema>;

export type SetUpProblem = { kind: 'link-not-valid' } | { kind: 'email-taken' } | { kind: 'busy' };

export function setUpMessage(problem: SetUpProblem): string {
  switch (problem.kind) {
    case 'link-not-valid':
      return 'This link is no longer valid. Restart the shop to get a new one in the terminal.';
    case 'email-taken':
      return 'There is an account with this email already. Choose another one.';
    default:
      return commonMessage(problem);
  }
}
