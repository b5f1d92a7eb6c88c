/** The sign-up form (specification sections 2 and 5): what it takes and what can be refused. */
import { z } from 'zod';
import {
  address,
  fullName,
  isPlausibleBirthDate,
  licenseId,
  licenseState,
  phone,
} from '#features/customers/profile-fields.ts';
import { assertNever } from '#kernel/result.ts';
import { isWellFormedText } from '#kernel/text.ts';
import { parseDate, type StoreDate } from '#kernel/time.ts';
import { BIRTH_DATE_REQUIRED, TRY_AGAIN_SOON, tooManyAttempts } from './messages.ts';
import { passwordProblem } from './password-rule.ts';
import { email, MAXIMUM_PASSWORD, MINIMUM_PASSWORD } from './sign-in.ts';

/** A birth date: one that is no day, lies ahead of `today` (store-local) or over 120 years back counts as missing. */
export const birthDate = (today: StoreDate) =>
  z
    .string({ error: BIRTH_DATE_REQUIRED })
    .trim()
    .refine((text) => isPlausibleBirthDate(parseDate(text), today), BIRTH_DATE_REQUIRED);

/** A new password: long enough, storable. Whether it is too common is asked with the rest of the form at hand. */
export const newPassword = z
  .string({ error: 'Please choose a password.' })
  .min(MINIMUM_PASSWORD, `A password needs at least ${MINIMUM_PASSWORD} characters.`)
  .max(MAXIMUM_PASSWORD, `A password has at most ${MAXIMUM_PASSWORD} characters.`)
  .refine(isWellFormedText, 'This contains characters that cannot be stored.');

/**
 * The sign-up form. A birth date is required. An account may be younger than 21; it just cannot reserve.
 */
export const signUpSchema = (today: StoreDate) =>
  z
    .object({
      fullName,
      email,
      password: newPassword,
      phone,
      address,
      birthDate: birthDate(today),
      licenseId,
      licenseState,
    })
    .superRefine((form, context) => {
      const problem = passwordProblem(form.password, [form.email, form.fullName]);
      if (problem) context.addIssue({ code: 'custom', path: ['password'], message: problem });
    });

export type SignUpInput = z.output<ReturnType<typeof signUpSchema>>;

export type SignUpProblem =
  | { kind: 'too-many-attempts'; seconds: number }
  | { kind: 'busy' }
  | { kind: 'not-open' };

export function signUpMessage(problem: SignUpProblem): string {
  switch (problem.kind) {
    case 'too-many-attempts':
      return tooManyAttempts(problem.seconds);
    case 'busy':
      return TRY_AGAIN_SOON;
    case 'not-open':
      return 'This shop is not open yet. Please come back soon.';
    default:
      return assertNever(problem);
  }
}
