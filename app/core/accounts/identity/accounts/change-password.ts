/** The form that changes the password: its fields, its refusals and their messages. */

import { z } from 'zod';
import { CONFIRM_FIRST } from '#kernel/problem.ts';
import { type ConfirmSessionProblem, confirmSessionMessage } from '../sessions/confirm-session.ts';
import { existingPassword } from '../sessions/sign-in.ts';
import { passwordProblem } from './password-rule.ts';
import { newPassword } from './sign-up.ts';

/** @param personal the account's name and address, which guessers know. */
export const changePasswordSchema = (personal: readonly string[], hasPassword: boolean) =>
  z
    .object({
      currentPassword: hasPassword ? existingPassword : z.undefined().catch(undefined),
      password: newPassword,
      again: z.string({ error: 'Please enter the new password again.' }).max(200),
    })
    .superRefine((form, context) => {
      const problem = passwordProblem(form.password, personal);
      if (problem) context.addIssue({ code: 'custom', path: ['password'], message: problem });
      if (form.password === form.currentPassword) {
        context.addIssue({
          code: 'custom',
          path: ['password'],
          message: 'This is the password you have. Please choose another.',
        });
      }
      if (form.password !== form.again) {
        context.addIssue({
          code: 'custom',
          path: ['again'],
          message: 'The two passwords differ. Please enter the same one twice.',
        });
      }
    });

/** `confirm-first`: an account without a password can set one only right after a sign-in or re-check. */
export type ChangePasswordProblem = ConfirmSessionProblem | { kind: 'confirm-first' };

export function changePasswordMessage(problem: ChangePasswordProblem): string {
  return problem.kind === 'confirm-first' ? CONFIRM_FIRST : confirmSessionMessage(problem);
}
