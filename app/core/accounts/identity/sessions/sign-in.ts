/** The sign-in form: its fields, its refusals and their messages. */
import { z } from 'zod';
import { commonMessage } from '#kernel/problem.ts';
import { isWellFormedText } from '#kernel/text.ts';
import { typedLine } from '#platform/requests/typed-text.ts';
import {
  ADMIN_ONLY,
  BANNED,
  INVALID_CREDENTIALS,
  SECOND_FACTOR_NEEDED,
  tooManyAttempts,
} from '../accounts/messages.ts';

/** The longest address that RFC 5321 allows. */
const MAXIMUM_EMAIL = 254;
/** No one types a longer password; hashing a megabyte of one is an attack. */
export const MAXIMUM_PASSWORD = 128;

export const email = typedLine(MAXIMUM_EMAIL, 'email')
  .min(1, 'Please enter your email.')
  .toLowerCase()
  .refine(
    (text) => z.email().safeParse(text).success,
    'Please enter an email address like name@example.com.',
  );

export const existingPassword = z
  .string({ error: 'Please enter your password.' })
  .min(1, 'Please enter your password.')
  .max(MAXIMUM_PASSWORD, `A password has at most ${MAXIMUM_PASSWORD} characters.`)
  .refine(isWellFormedText, 'This contains characters that cannot be stored.');

export const signInSchema = z.object({ email, password: existingPassword });
export type SignInInput = z.output<typeof signInSchema>;

export const emailOnlySchema = z.object({ email });

export type SignInProblem =
  | { kind: 'invalid-credentials' }
  | { kind: 'not-allowed' }
  | { kind: 'banned' }
  | { kind: 'second-factor'; cookie: string }
  | { kind: 'too-many-attempts'; seconds: number }
  | { kind: 'busy' };

export function signInMessage(problem: SignInProblem): string {
  switch (problem.kind) {
    case 'invalid-credentials':
      return INVALID_CREDENTIALS;
    case 'not-allowed':
      return ADMIN_ONLY;
    case 'banned':
      return BANNED;
    case 'second-factor':
      return SECOND_FACTOR_NEEDED;
    case 'too-many-attempts':
      return tooManyAttempts(problem.seconds);
    default:
      return commonMessage(problem);
  }
}
