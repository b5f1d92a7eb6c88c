/** The form that chooses a new password. */
import { z } from 'zod';
import { passwordProblem } from './password-rule.ts';
import { newPassword } from './sign-up.ts';

/** Better Auth's links carry 24 characters; anything much longer is none of ours. */
export const resetPasswordSchema = z
  .object({
    token: z
      .string()
      .min(1)
      .max(200)
      .regex(/^[\w-]+$/),
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
