/** The sign-up form (specification sections 2 and 5): what it takes and what can be refused. */
import { z } from 'zod';
import { assertNever } from '#kernel/result.ts';
import { isWellFormedText } from '#kernel/text.ts';
import { parseDate, type StoreDate } from '#kernel/time.ts';
import { AUTHENTICATION_ERROR, BIRTH_DATE_REQUIRED, tooManyTries } from './messages.ts';
import { passwordProblem } from './password-rule.ts';
import { email, MAXIMUM_PASSWORD, MINIMUM_PASSWORD, typed } from './sign-in.ts';
import { isUsState } from './us-states.ts';

/** Optional text: absent and blank are the same, null. */
const optional = (maximum: number, label: string) =>
  typed(maximum, label)
    .optional()
    .transform((text) => text || null);

/** A new password: long enough, storable. Whether it is too common is asked with the rest of the form at hand. */
export const newPassword = z
  .string({ error: 'Please choose a password.' })
  .min(MINIMUM_PASSWORD, `A password needs at least ${MINIMUM_PASSWORD} characters.`)
  .max(MAXIMUM_PASSWORD, `A password has at most ${MAXIMUM_PASSWORD} characters.`)
  .refine(isWellFormedText, 'This contains characters that cannot be stored.');

/**
 * The sign-up form. A birth date is required, and one that is no day, lies ahead of `today` (store-local) or
 * more than 120 years back counts as missing. An account may be younger than 21; it just cannot reserve.
 */
export const signUpSchema = (today: StoreDate) =>
  z
    .object({
      fullName: typed(120, 'full name').min(1, 'Please enter your full name.'),
      email,
      password: newPassword,
      phone: optional(40, 'phone number').refine(
        (text) =>
          text === null || (/^[+()\d\s.\-/x]+$/i.test(text) && text.replaceAll(/\D/g, '').length >= 7),
        'Please enter a phone number like (607) 555-0142.',
      ),
      address: optional(300, 'address'),
      birthDate: z
        .string({ error: BIRTH_DATE_REQUIRED })
        .trim()
        .refine((text) => isPlausibleBirthDate(parseDate(text), today), BIRTH_DATE_REQUIRED),
      licenseId: optional(40, "driver's license ID").refine(
        (text) => text === null || /^[A-Za-z0-9 *.-]{3,}$/.test(text),
        'A license ID has letters, digits and dashes only.',
      ),
      licenseState: optional(2, 'state of issue').refine(
        (text) => text === null || isUsState(text),
        'Please choose a state from the list.',
      ),
    })
    .superRefine((form, context) => {
      const problem = passwordProblem(form.password, [form.email, form.fullName]);
      if (problem) context.addIssue({ code: 'custom', path: ['password'], message: problem });
    });

export type SignUpWish = z.output<ReturnType<typeof signUpSchema>>;

function isPlausibleBirthDate(date: StoreDate | null, today: StoreDate): boolean {
  if (date === null) return false;
  const years = today.year - date.year;
  return years <= 120 && date.until(today).sign >= 0;
}

export type SignUpProblem = { kind: 'too-many-tries'; seconds: number } | { kind: 'failed' };

export function signUpMessage(problem: SignUpProblem): string {
  switch (problem.kind) {
    case 'too-many-tries':
      return tooManyTries(problem.seconds);
    case 'failed':
      return AUTHENTICATION_ERROR;
    default:
      return assertNever(problem);
  }
}
