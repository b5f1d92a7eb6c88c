/** The form that makes the owner's account, reached once by a link that the terminal prints. */
import { z } from 'zod';
import { passwordProblem } from './password-rule.ts';
import { email, typed } from './sign-in.ts';
import { newPassword } from './sign-up.ts';

export const setUpSchema = z
  .object({
    token: z.string().min(1).max(200),
    fullName: typed(120, 'full name').min(1, 'Please enter your full name.'),
    email,
    password: newPassword,
  })
  .superRefine((form, context) => {
    const problem = passwordProblem(form.password, [form.email, form.fullName]);
    if (problem) context.addIssue({ code: 'custom', path: ['password'], message: problem });
  });

export type SetUpWish = z.output<typeof setUpSchema>;

export type SetUpProblem = { kind: 'link-not-valid' } | { kind: 'email-taken' };

export function setUpMessage(problem: SetUpProblem): string {
  return problem.kind === 'link-not-valid'
    ? 'This link is no longer valid. Restart the shop to get a new one in the terminal.'
    : 'There is an account with this email already. Choose another one.';
}
