/** Two-factor sign-in by authenticator app: its forms, what is refused, and the messages. */

import { z } from 'zod';
import { commonMessage } from '#kernel/problem.ts';
import { assertNever } from '#kernel/result.ts';
import {
  ADMIN_ONLY,
  BANNED,
  SIGN_IN_EXPIRED,
  TEXT_CODE_ONLY,
  tooManyAttempts,
  WRONG_TEXT_CODE,
} from '../accounts/messages.ts';

/** Codes as people type them, with spaces or a dash in the middle; reduced to the digits. */
export const typedCode = z
  .string({ error: 'Please enter the code.' })
  .max(60, 'This is too long to be a code.')
  .transform((text) => text.replaceAll(/[\s\u2010-\u2015-]/g, ''))
  .refine((text) => text !== '', 'Please enter the code.');

const WRONG_CODE = 'This code is wrong. Codes change every 30 seconds; please enter the newest one.';

/** Accepts codes of the app only. */
export const setUpAuthenticatorSchema = z.object({
  setUp: z.string().max(500),
  code: typedCode.refine((text) => /^\d{6}$/.test(text), 'A code has six digits.'),
});

/** Accepts codes of the app, six digits, and backup codes, ten. */
export const secondFactorSchema = z.object({
  code: typedCode.refine(
    (text) => /^(?:\d{6}|\d{10})$/.test(text),
    'A code has six digits, a backup code has ten.',
  ),
});

export type AuthenticatorProblem =
  | { kind: 'confirm-first' }
  | { kind: 'text-code-only' }
  | { kind: 'set-up-over' }
  | { kind: 'already-on' }
  | { kind: 'not-on' }
  | { kind: 'wrong-code' };

export function authenticatorMessage(problem: AuthenticatorProblem): string {
  switch (problem.kind) {
    case 'text-code-only':
      return TEXT_CODE_ONLY;
    case 'set-up-over':
      return 'This took too long. Here is a new code to scan.';
    case 'already-on':
      return 'Two-factor sign-in is already on.';
    case 'not-on':
      return 'Two-factor sign-in is already off.';
    case 'wrong-code':
      return WRONG_CODE;
    default:
      return commonMessage(problem);
  }
}

/** `expired`: the password was entered too long ago, or the sign-in was finished elsewhere. */
export type SecondFactorProblem =
  | { kind: 'expired' }
  | { kind: 'wrong-code' }
  /** The code came by text message. */
  | { kind: 'wrong-text-code' }
  /** `oneTime`: codes of an app or of a text message; other factors are counted separately. */
  | { kind: 'too-many-attempts'; seconds: number; oneTime: boolean }
  | { kind: 'banned' }
  | { kind: 'not-allowed' };

export function secondFactorMessage(problem: SecondFactorProblem): string {
  switch (problem.kind) {
    case 'expired':
      return SIGN_IN_EXPIRED;
    case 'wrong-code':
      return WRONG_CODE;
    case 'wrong-text-code':
      return WRONG_TEXT_CODE;
    case 'too-many-attempts':
      return problem.oneTime
        ? `${tooManyAttempts(problem.seconds)} A backup code or a passkey signs you in now.`
        : tooManyAttempts(problem.seconds);
    case 'banned':
      return BANNED;
    case 'not-allowed':
      return ADMIN_ONLY;
    default:
      return assertNever(problem);
  }
}
