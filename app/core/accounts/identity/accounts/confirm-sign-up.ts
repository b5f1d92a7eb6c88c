/** The page behind the confirmation link: the fields of its two forms and what they refuse. */
import { z } from 'zod';
import type { BirthDateRule } from '#core/accounts/customers/birth-date.ts';
import { fullName } from '#core/accounts/customers/profile-fields.ts';
import { underAgeMessage } from '#kernel/age.ts';
import { commonMessage } from '#kernel/problem.ts';
import { existingPassword } from '../sessions/sign-in.ts';
import { ALREADY_CONFIRMED, LINK_NOT_VALID, tooManyAttempts } from './messages.ts';
import { passwordProblem } from './password-rule.ts';
import { birthDate, newPassword } from './sign-up.ts';

const token = z.string().max(200);

/** In the browser that signed up. */
export const confirmOwnSchema = z.object({ token });

/** The password chosen at sign-up; it shows that the sign-up is the person's own. */
export const confirmSchema = z.object({ token, password: existingPassword });
export type ConfirmInput = z.output<typeof confirmSchema>;

/**
 * A person who does not know that password has not shown that the sign-up's details are theirs either: the form asks
 * again for those an account needs and drops the others.
 */
export const newPasswordSchema = (rule: BirthDateRule) =>
  z
    .object({ token, fullName, birthDate: birthDate(rule), password: newPassword })
    .superRefine((form, context) => {
      const problem = passwordProblem(form.password, [form.fullName]);
      if (problem) context.addIssue({ code: 'custom', path: ['password'], message: problem });
    });
export type NewPasswordInput = z.output<ReturnType<typeof newPasswordSchema>>;

export type ConfirmProblem =
  | { kind: 'link-not-valid' }
  | { kind: 'already-confirmed' }
  | { kind: 'wrong-password' }
  | { kind: 'under-age'; minimum: number }
  | { kind: 'too-many-attempts'; seconds: number }
  | { kind: 'busy' };

export function confirmMessage(problem: ConfirmProblem): string {
  switch (problem.kind) {
    case 'link-not-valid':
      return LINK_NOT_VALID;
    case 'already-confirmed':
      return ALREADY_CONFIRMED;
    case 'wrong-password':
      return 'That is not the password chosen with this sign-up. If you signed up more than once, try the link in the other email.';
    case 'under-age':
      return underAgeMessage(problem.minimum);
    case 'too-many-attempts':
      return tooManyAttempts(problem.seconds);
    default:
      return commonMessage(problem);
  }
}
