/** The sign-up form (specification sections 2 and 5): its fields and what it refuses. */
import { z } from 'zod';
import {
  type BirthDateRule,
  birthDateMessage,
  birthDateProblem,
} from '#core/accounts/customers/birth-date.ts';
import {
  address,
  fullName,
  isPlausibleBirthDate,
  licenseId,
  licenseState,
  phone,
} from '#core/accounts/customers/profile-fields.ts';
import { underAgeMessage } from '#kernel/age.ts';
import { commonMessage } from '#kernel/problem.ts';
import { isWellFormedText } from '#kernel/text.ts';
import { parseDate } from '#kernel/time.ts';
import { email, MAXIMUM_PASSWORD } from '../sessions/sign-in.ts';
import { BIRTH_DATE_REQUIRED, NOT_OPEN, tooManyAttempts } from './messages.ts';
import { MINIMUM_PASSWORD, passwordProblem } from './password-rule.ts';

/** How long the confirmation link works; must match what the mail says. */
export const SIGN_UP_HOURS = 24;

/**
 * A birth date. Refused: a date that does not exist, is in the future or more than 120 years ago, and an age under the
 * minimum. A likely typo in the year is confirmed first.
 */
export const birthDate = (rule: BirthDateRule) =>
  z
    .string({ error: BIRTH_DATE_REQUIRED })
    .trim()
    .superRefine((text, context) => {
      const refuse = (message: string) => context.addIssue({ code: 'custom', message });
      const birth = parseDate(text);
      if (!birth) return refuse(BIRTH_DATE_REQUIRED);
      if (!isPlausibleBirthDate(birth, rule.today))
        return refuse(birthDateMessage({ kind: 'check-year', year: birth.year, minimum: null }));
      const problem = birthDateProblem(text, rule);
      if (problem) refuse(birthDateMessage(problem));
    });

/** A new password: long enough and storable. The whole form checks whether it is too common. */
export const newPassword = z
  .string({ error: 'Please choose a password.' })
  .min(MINIMUM_PASSWORD, `A password needs at least ${MINIMUM_PASSWORD} characters.`)
  .max(MAXIMUM_PASSWORD, `A password has at most ${MAXIMUM_PASSWORD} characters.`)
  .refine(isWellFormedText, 'This contains characters that cannot be stored.');

/** The sign-up form. It requires the birth date of a person who is old enough. */
export const signUpSchema = (rule: BirthDateRule) =>
  z
    .object({
      fullName,
      email,
      password: newPassword,
      phone,
      address,
      birthDate: birthDate(rule),
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
  | { kind: 'under-age'; minimum: number }
  | { kind: 'not-open' };

export function signUpMessage(problem: SignUpProblem): string {
  switch (problem.kind) {
    case 'too-many-attempts':
      return tooManyAttempts(problem.seconds);
    case 'under-age':
      return underAgeMessage(problem.minimum);
    case 'not-open':
      return NOT_OPEN;
    default:
      return commonMessage(problem);
  }
}
