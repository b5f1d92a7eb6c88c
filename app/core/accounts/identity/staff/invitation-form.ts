/** The forms that invite a person to the staff and accept the invitation. */
import { z } from 'zod';
import { fullName } from '#core/accounts/customers/profile-fields.ts';
import { type StartingSet, startingSets } from '#core/ground/access/actor.ts';
import { isLinkToken } from '../accounts/link-token.ts';
import { passwordProblem } from '../accounts/password-rule.ts';
import { newPassword } from '../accounts/sign-up.ts';
import { email } from '../sessions/sign-in.ts';

export const inviteForm = z.object({
  email,
  role: z.enum(['staff', 'admin'], { error: 'Choose a role.' }),
  /** What they start with as staff; what everyone does, if it is missing. */
  set: z
    .enum(Object.keys(startingSets) as [StartingSet], { error: 'Choose what they start with.' })
    .optional(),
});
export type InviteInput = z.output<typeof inviteForm>;

export const joinForm = z
  .object({
    token: z.string().refine(isLinkToken),
    fullName,
    password: newPassword,
    again: z.string().max(200),
  })
  .superRefine((form, context) => {
    const problem = passwordProblem(form.password, [form.fullName]);
    if (problem) context.addIssue({ code: 'custom', path: ['password'], message: problem });
    if (form.password !== form.again)
      context.addIssue({
        code: 'custom',
        path: ['again'],
        message: 'The two passwords differ. Please enter the same one twice.',
      });
  });
export type JoinInput = z.output<typeof joinForm>;
