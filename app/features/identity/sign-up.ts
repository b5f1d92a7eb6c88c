/** The sign-up form (specification sections 2 and 5): what it takes and what can be refused. */
import { z } from 'zod';
import { assertNever } from '#kernel/result.ts';
import { isWellFormedText } from '#kernel/text.ts';
import { parseDate, type StoreDate } from '#kernel/time.ts';
import { BIRTH_DATE_REQUIRED, TRY_AGAIN_SOON, tooManyAttempts } from './messages.ts';
import { passwordProblem } from './password-rule.ts';
import { email, MAXIMUM_PASSWORD, MINIMUM_PASSWORD, typed } from './sign-in.ts';
import { isUsState } from './us-states.ts';

/** Optional text: absent and blank are the same, null. */
const optional = (maximum: number, label: string) =>
  typed(maximum, label)
    .optional()
    .transform((text) => text || null);

/**
 * A person's name. One that holds an address on the web is refused: names travel in mail, and whoever signs up
 * with a stranger's address could send them a link in our name. Read as mail programs read it, in whatever
 * characters it is written.
 */
export const fullName = typed(120, 'full name')
  .min(1, 'Please enter your full name.')
  .refine((name) => !holdsLink(name), 'Please enter a name without web addresses or links.');

function holdsLink(name: string): boolean {
  const plain = name
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}]/gu, '')
    .replaceAll(/[。｡․]/g, '.');
  return /[/\\@:<>]|www\.|[\p{L}\p{N}]{2,}\.[\p{L}]{2,}/iu.test(plain);
}

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
      phone: optional(40, 'phone number').refine(
        (text) =>
          text === null || (/^[+()\d\s.\-/x]+$/i.test(text) && text.replaceAll(/\D/g, '').length >= 7),
        'Please enter a phone number like (607) 555-0142.',
      ),
      address: optional(300, 'address'),
      birthDate: birthDate(today),
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

export type SignUpInput = z.output<ReturnType<typeof signUpSchema>>;

function isPlausibleBirthDate(date: StoreDate | null, today: StoreDate): boolean {
  if (date === null) return false;
  const years = today.year - date.year;
  return years <= 120 && date.until(today).sign >= 0;
}

export type SignUpProblem = { kind: 'too-many-attempts'; seconds: number } | { kind: 'busy' };

export function signUpMessage(problem: SignUpProblem): string {
  switch (problem.kind) {
    case 'too-many-attempts':
      return tooManyAttempts(problem.seconds);
    case 'busy':
      return TRY_AGAIN_SOON;
    default:
      return assertNever(problem);
  }
}
